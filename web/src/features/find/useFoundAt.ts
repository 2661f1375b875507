import { useLocations } from '@/state/hooks';

/** A location of a result: its clock, and its name where there are several. */
export function useFoundAt(posID: string): { timeZone: string; name: string | null } {
  const { list } = useLocations();
  const location = list.find((one) => one.posID === posID);
  return {
    timeZone: location?.timeZone ?? 'UTC',
    name: list.length > 1 ? (location?.name ?? posID) : null,
  };
}
