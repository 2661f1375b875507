import { figureIn } from '@/lib/numbers';
import { wagesPath } from '@/lib/paths';

/**
 * Where wages that some shifts lack are entered, by figures of each location; `undefined` if none is missing. The screen
 * shows one location: the one with the most hours without a wage.
 */
export function missingWagesPath(locations: readonly { posID: string }[]): string | undefined {
  const hours = locations.map((row) => ({
    posID: row.posID,
    without: figureIn(row, 'HOURS_WITHOUT_WAGE') ?? 0,
  }));
  const [most] = hours.sort((a, b) => b.without - a.without);
  return most === undefined || most.without === 0 ? undefined : wagesPath({ posID: most.posID });
}
