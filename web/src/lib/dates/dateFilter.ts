import dayjs from 'dayjs';
import {
  addDays,
  type BusinessDate,
  dateOf,
  endOfDay,
  formatAxisDay,
  formatDay,
  formatMonth,
  mondayOf,
  startOfDay,
} from './businessDate';

/** The value of a date filter: dates in the API's format, and the name of the span. */
export interface DateRange {
  startDate: string;
  endDate: string;
  label: string;
}

/** A month as the grid shows it. */
export interface Month {
  /** 0 to 11. */
  id: number;
  /** `Jan` to `Dec`. */
  name: string;
}

/** The filter covers the last ten years, the current one among them. */
const YEARS_COVERED = 10;

const MONTHS: readonly Month[] = Array.from({ length: 12 }, (_, id) => ({
  id,
  name: dayjs(firstOfMonth(2000, id)).format('MMM'),
}));

function yearOf(date: BusinessDate): number {
  return Number(date.slice(0, 4));
}

function monthIdOf(date: BusinessDate): number {
  return Number(date.slice(5, 7)) - 1;
}

function firstOfMonth(year: number, monthId: number): BusinessDate {
  return `${year}-${String(monthId + 1).padStart(2, '0')}-01`;
}

function earlier(a: BusinessDate, b: BusinessDate): BusinessDate {
  return a < b ? a : b;
}

/** Now, on today's business date: the clock gives the time of day only. */
export function nowOn(today: BusinessDate, clock: Date): string {
  return `${today}T${dayjs(clock).format('HH:mm:ss')}`;
}

/** The years on offer, oldest first. */
export function yearsCovered(today: BusinessDate): number[] {
  const last = yearOf(today);
  return Array.from({ length: YEARS_COVERED }, (_, index) => last - YEARS_COVERED + 1 + index);
}

/** The first date the filter covers. */
export function firstDateCovered(today: BusinessDate): BusinessDate {
  return firstOfMonth(yearOf(today) - YEARS_COVERED + 1, 0);
}

/** The months on offer in a year: all twelve, in the current year up to the current one. */
export function monthsOf(year: number, today: BusinessDate): Month[] {
  const current = yearOf(today);
  if (year > current) {
    return [];
  }
  return MONTHS.filter((month) => year < current || month.id <= monthIdOf(today));
}

/** The year before (-1) or after (+1), or `null` at the bounds. */
export function adjacentYear(year: number, step: 1 | -1, today: BusinessDate): number | null {
  const beside = year + step;
  return yearsCovered(today).includes(beside) ? beside : null;
}

/** A month from its first day: a past one to its last second, the current one to `now`. */
export function monthRange(
  year: number,
  monthId: number,
  today: BusinessDate,
  now: string,
): DateRange {
  const first = firstOfMonth(year, monthId);
  const running = year === yearOf(today) && monthId === monthIdOf(today);
  return {
    startDate: startOfDay(first),
    endDate: running ? now : endOfDay(addDays(firstOfNextMonth(year, monthId), -1)),
    label: formatMonth(first),
  };
}

function firstOfNextMonth(year: number, monthId: number): BusinessDate {
  return monthId === 11 ? firstOfMonth(year + 1, 0) : firstOfMonth(year, monthId + 1);
}

/** A year from 1 January: a past one to its last second, the current one to `now`. */
export function yearRange(year: number, today: BusinessDate, now: string): DateRange {
  return {
    startDate: startOfDay(firstOfMonth(year, 0)),
    endDate: year === yearOf(today) ? now : endOfDay(`${year}-12-31`),
    label: String(year),
  };
}

/** The span of two dates, both included. The end is at most today, the start at most the end. */
export function dayRange(start: BusinessDate, end: BusinessDate, today: BusinessDate): DateRange {
  const last = earlier(dateOf(end), today);
  const first = earlier(dateOf(start), last);
  return {
    startDate: startOfDay(first),
    endDate: endOfDay(last),
    label: labelOf(first, last, today),
  };
}

/** Today alone. */
export function todayRange(today: BusinessDate): DateRange {
  return dayRange(today, today, today);
}

/** Names of the spans that one tap chooses. */
export type SpanName = 'today' | 'yesterday' | 'thisWeek' | 'lastWeek' | 'thisMonth' | 'lastMonth';

/** The spans that one tap chooses, by today's business date. Weeks run from Monday to Sunday. */
export function namedSpans(today: BusinessDate): { name: SpanName; range: DateRange }[] {
  const span = (first: BusinessDate, last: BusinessDate) => dayRange(first, last, today);
  const month = (first: BusinessDate) =>
    ({ ...span(first, addDays(firstOfNext(first), -1)), label: formatMonth(first) }) as const;
  const yesterday = addDays(today, -1);
  const monday = mondayOf(today);
  const first = firstOfMonth(yearOf(today), monthIdOf(today));
  const before = addDays(first, -1);
  return [
    { name: 'today', range: todayRange(today) },
    { name: 'yesterday', range: span(yesterday, yesterday) },
    { name: 'thisWeek', range: span(monday, today) },
    { name: 'lastWeek', range: span(addDays(monday, -7), addDays(monday, -1)) },
    { name: 'thisMonth', range: month(first) },
    { name: 'lastMonth', range: month(firstOfMonth(yearOf(before), monthIdOf(before))) },
  ];
}

function firstOfNext(first: BusinessDate): BusinessDate {
  return firstOfNextMonth(yearOf(first), monthIdOf(first));
}

/** Today and the six days before. */
export function lastSevenDays(today: BusinessDate): DateRange {
  return { ...dayRange(addDays(today, -6), today, today), label: 'Last 7 days' };
}

/** The span with another start, which is never after the end. */
export function withStart(range: DateRange, start: BusinessDate, today: BusinessDate): DateRange {
  return dayRange(start, range.endDate, today);
}

/** The span with another end, at most today at 23:59:59; an end before the start moves the start. */
export function withEnd(range: DateRange, end: BusinessDate, today: BusinessDate): DateRange {
  return dayRange(range.startDate, end, today);
}

function labelOf(first: BusinessDate, last: BusinessDate, today: BusinessDate): string {
  return first === last && first === today ? 'Today' : formatSpan(first, last);
}

/** Days as text: `Oct 1, 2026 – Oct 31, 2026`, `Oct 1, 2026` for one. */
export function formatSpan(first: BusinessDate, last: BusinessDate): string {
  return first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`;
}

/**
 * Days as text, with the year only if it is another than today's, and once where both have it: `Oct 1 – 31`,
 * `Sep 28 – Oct 4`, `Nov 24`, `Jan 2 – 8, 2025`.
 */
export function formatShortSpan(
  first: BusinessDate,
  last: BusinessDate,
  today: BusinessDate,
): string {
  const withYear = (date: BusinessDate) =>
    yearOf(date) === yearOf(today) ? formatAxisDay(date) : formatDay(date);
  if (first === last) return withYear(last);
  if (yearOf(first) !== yearOf(last)) return `${withYear(first)} – ${withYear(last)}`;
  const isSameMonth = first.slice(0, 7) === last.slice(0, 7);
  const end = isSameMonth ? `${Number(last.slice(-2))}` : formatAxisDay(last);
  const year = yearOf(last) === yearOf(today) ? '' : `, ${yearOf(last)}`;
  return `${formatAxisDay(first)} – ${end}${year}`;
}
