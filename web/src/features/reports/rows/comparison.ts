import { type DateRange, daysBetween } from '@/lib/dates';
import { messages } from '@/lib/messages';

/** The spans of a report's rows. */
export type Grouping = 'day' | 'month' | 'none';

/** Names of the span that a report is compared with. */
export interface SpanNames {
  /** For a caption: 'the same day last week'. */
  long: string;
  /** For a legend or a line of a sheet: 'Last week'. */
  short: string;
}

const WEEK = 7;

/** A row is compared with its span moved back by seven days, or by the least number of weeks without an overlap. */
export function comparedSpan(
  range: Pick<DateRange, 'startDate' | 'endDate'>,
  grouping: Grouping,
): SpanNames {
  const words = messages.comparison;
  const days = daysBetween(range.startDate, range.endDate);
  if (grouping === 'month') {
    return { long: words.months, short: words.monthsShort };
  }
  if (days === 1) {
    return { long: words.day, short: messages.chartWords.lastWeek };
  }
  const weeks = grouping === 'day' ? 1 : Math.ceil(days / WEEK);
  return weeks === 1
    ? { long: words.week, short: messages.chartWords.lastWeek }
    : { long: words.weeks(weeks), short: words.weeksShort(weeks) };
}
