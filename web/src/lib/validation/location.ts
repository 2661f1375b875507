/** Identifiers of the contract: at most 64 of letters, digits, _ and -. */
export function isPosID(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text);
}

/** A link code as it is sent: copied codes contain blanks. */
export function normalizeLinkCode(text: string): string {
  return text.replace(/\s/g, '');
}

export const linkCodeLength = 10;
