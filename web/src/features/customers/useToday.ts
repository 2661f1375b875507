import { type BusinessDate, todayOf } from '@/lib/dates';
import { useLocations } from '@/state/hooks';

/** The running business date of a location. */
export function useToday(posID: string): BusinessDate {
  const { list } = useLocations();
  return todayOf(list, posID, new Date());
}
