import {
  type BusinessDate,
  type DateRange,
  dateOf,
  formatShortSpan,
  formatSpan,
} from '@/lib/dates';
import { messages } from '@/lib/messages';
import type { ComparedDays, ReportTotal } from '@/lib/numbers';
import type { CompareTo } from '@/state/comparison';

/** The spans of a report's rows. */
export type Grouping = 'day' | 'month' | 'none';

/** Names of the span that rows are compared with. */
export interface SpanNames {
  /** For a caption: 'the same day a week earlier'. */
  long: string;
  /** For a legend or a line of a sheet: 'A week earlier'. */
  short: string;
}

/** The name of the days that a total is compared with: 'Oct 1 – 31'; undefined without a comparison. */
export function comparedWith({ compared }: ReportTotal): string | undefined {
  return compared && nameOf(compared);
}

function nameOf({ startDate, endDate }: ComparedDays): string {
  return formatSpan(dateOf(startDate), dateOf(endDate));
}

/** Whether a range is one business date. */
export function isOneDay({
  startDate,
  endDate,
}: Pick<DateRange, 'startDate' | 'endDate'>): boolean {
  return dateOf(startDate) === dateOf(endDate);
}

/** Name of what the whole range is compared with, short enough for a line; before the answer without its days. */
export function comparedTotal(
  total: ReportTotal | null,
  compareTo: CompareTo,
  { range, today }: { range: Pick<DateRange, 'startDate' | 'endDate'>; today: BusinessDate },
): string {
  const words = messages.comparison[compareTo];
  if (isOneDay(range)) return words.day.long;
  const days = total?.compared;
  return days === undefined
    ? words.span.long
    : formatShortSpan(dateOf(days.startDate), dateOf(days.endDate), today);
}

/** Names of the span that the rows of a report are compared with: those of days and months have one each. */
export function comparedSpan(
  total: ReportTotal,
  grouping: Grouping,
  compareTo: CompareTo,
  range: Pick<DateRange, 'startDate' | 'endDate'>,
): SpanNames {
  const words = messages.comparison[compareTo];
  if (isOneDay(range)) return words.day;
  if (grouping === 'day') return words.days;
  if (grouping === 'month') return words.months;
  const days = comparedWith(total);
  return days === undefined ? words.span : { long: days, short: days };
}
