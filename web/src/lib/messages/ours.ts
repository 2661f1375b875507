const written = new Set<string>();

/**
 * Marks a wording that is not part of the product specification; the test of the catalogue distinguishes the two kinds
 * by this mark.
 */
export function ours<T extends string>(text: T): T {
  written.add(text);
  return text;
}

/** Whether a wording was marked with `ours`. */
export function isOurs(text: string): boolean {
  return written.has(text);
}
