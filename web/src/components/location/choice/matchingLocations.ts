/** Locations whose name contains the text, in any case. */
export function matchingLocations<T extends { name: string }>(
  list: readonly T[],
  search: string,
): readonly T[] {
  const wanted = search.trim().toLowerCase();
  return wanted === '' ? list : list.filter(({ name }) => name.toLowerCase().includes(wanted));
}
