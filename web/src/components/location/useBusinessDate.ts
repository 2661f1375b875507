import { type BusinessDate, todayOf } from '@/lib/dates';
import { useLocations } from '@/state/hooks';

/** The running business date of a location; with `null` the latest of all. */
export function useBusinessDate(posID: string | null): BusinessDate {
  const { list } = useLocations();
  return todayOf(list, posID, new Date());
}
