/** The smallest page of communications: for a call that only needs the counts. */
export const MIN_PAGE = 1;

/** Whether a call for communications only needs the counts. */
export function countsOnly({ limit }: { limit?: number }): boolean {
  return limit === MIN_PAGE;
}
