const written = new Set<string>();

/**
 * Marks a wording that the product specification does not show; it is written in the
 * specification's style. The catalogue's test tells the two kinds apart by this mark.
 */
export function ours<T extends string>(text: T): T {
  written.add(text);
  return text;
}

/** Whether a wording was marked with `ours`. */
export function isOurs(text: string): boolean {
  return written.has(text);
}
