import type { DayClock } from '@/lib/dates';
import { useLocations } from '@/state/hooks';

/** The clock of a location that is not linked any more. */
export const unknownClock: DayClock = { timeZone: 'UTC', dayStarts: [] };

/** A location of a result: its clock, and its name where there are several. */
export function useFoundAt(posID: string): { clock: DayClock; name: string | null } {
  const { list } = useLocations();
  const location = list.find((one) => one.posID === posID);
  return {
    clock: location ?? unknownClock,
    name: list.length > 1 ? (location?.name ?? posID) : null,
  };
}
