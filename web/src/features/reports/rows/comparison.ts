import { type DateRange, daysBetween } from '@/lib/dates';
import { messages } from '@/lib/messages';

/** How the rows of a report are put together over time. */
export type Grouping = 'day' | 'month' | 'none';

/** What a report's changes are against, in words. */
export interface Before {
  /** For a caption: 'the same day last week'. */
  long: string;
  /** For a legend or a line of a sheet: 'Last week'. */
  short: string;
}

const WEEK = 7;

/**
 * A row is compared with its own span moved back by seven days, or by the least whole number of
 * weeks that does not overlap it.
 */
export function beforeOf(
  range: Pick<DateRange, 'startDate' | 'endDate'>,
  grouping: Grouping,
): Before {
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
