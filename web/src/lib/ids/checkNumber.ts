/**
 * A check's number for people. An id that does not fit ends with a hash of what the POS sent
 * (docs/api.md, For tills), which says nothing to a reader.
 */
export function checkNumber(posCheckID: string): string {
  return posCheckID.replace(/-x[0-9a-f]{16}$/, '');
}
