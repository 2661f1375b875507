/** Rows of a call for communications that is only asked for its counts: the fewest there may be. */
export const FEWEST = 1;

/** Whether a call for communications wants the counts only. */
export function countsOnly({ limit }: { limit?: number }): boolean {
  return limit === FEWEST;
}
