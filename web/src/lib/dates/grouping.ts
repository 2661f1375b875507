import { daysBetween } from './businessDate';
import type { DateRange } from './dateFilter';

const DAYS_BY_DAY = 92;
const ROWS_BY_DAY = 40_000;

/**
 * The grouping of a report with a row per business date and location: by day, or by month if days are too many to read
 * (over 92) or to send (over 40,000 rows).
 */
export function groupingOf(range: DateRange, locations: number): 'day' | 'month' {
  const days = daysBetween(range.startDate, range.endDate);
  return days > DAYS_BY_DAY || days * Math.max(locations, 1) > ROWS_BY_DAY ? 'month' : 'day';
}
