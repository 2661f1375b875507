import type { DailyFigures, DailyRow, HourlyRow, Location } from '@/api';
import {
  addDays,
  type BusinessDate,
  dateOf,
  formatHour,
  runningHour,
  weekdayOf,
} from '@/lib/dates';
import { messages } from '@/lib/messages';
import { sumMoney } from '@/lib/money';
import type { Amounts, ReportRow } from '@/lib/numbers';
import type { LiveTotals } from '@/live/slice';

/** Totals of the live stream: posID, then business date. */
export type LiveByLocation = Readonly<Record<string, Readonly<Record<string, LiveTotals>>>>;

/** The figures of a location's running day, by their names in the API. */
export interface TodayRow extends ReportRow, DailyFigures {
  lastWeek: DailyFigures | null;
  comparable: DailyFigures | null;
  /** When the day usually opens, wall time of the location; only before its first check. */
  usuallyOpensAt?: string;
}

/** What is known of a day before its first sale. */
export interface BeforeOpening {
  /** The first of the locations' usual openings, wall time; `null` if none is known. */
  opensAt: string | null;
  /** Sales of the whole day a week ago; `null` without any. */
  lastWeek: number | null;
  /** `Saturday`. */
  weekday: string;
}

/** Cumulative sales of today and of a week ago; `null` outside of a curve. */
export interface DayCurve {
  /** Moments of the day: the hours, and now. */
  moments: string[];
  /** Their names on an axis, whose order tells the day. */
  axis: string[];
  today: (number | null)[];
  lastWeek: (number | null)[];
}

/** The current state of the day. */
export interface DayNow {
  clock: Date;
  /** Sales so far. */
  sales: number;
  /** Sales of last week up to the same quarter of an hour; `null` without any. */
  lastWeek: number | null;
}

/** First and last of the locations' business dates: each has its own today. */
export function datesOf(
  locations: readonly Location[],
): { first: BusinessDate; last: BusinessDate } | null {
  const dates = locations.map(({ businessDate }) => dateOf(businessDate)).sort();
  const [first] = dates;
  const last = dates.at(-1);
  return first === undefined || last === undefined ? null : { first, last };
}

function ofDate<T extends { posID: string; businessDate?: string }>(
  rows: readonly T[],
  posID: string,
  date: BusinessDate,
): T[] {
  return rows.filter(
    (row) =>
      row.posID === posID && row.businessDate !== undefined && dateOf(row.businessDate) === date,
  );
}

/**
 * Each location's running day. Live totals win, unless they had arrived before the answer was requested (`liveBefore`):
 * then the answer is at least as new. The comparison comes from the answer, and so do hours without wage that the
 * totals lack.
 */
export function todaysRows(
  locations: readonly Location[],
  answer: readonly DailyRow[],
  live: LiveByLocation,
  liveBefore: LiveByLocation,
): TodayRow[] {
  return locations.flatMap((location): TodayRow[] => {
    const { posID } = location;
    const today = dateOf(location.businessDate);
    const [fetched] = ofDate(answer, posID, today);
    const totals = live[posID]?.[today];
    if (totals === undefined || (fetched !== undefined && totals === liveBefore[posID]?.[today])) {
      return fetched === undefined ? [] : [fetched];
    }
    const { lastWeek = null, comparable = null, soFar = true, usuallyOpensAt } = fetched ?? {};
    const opening = usuallyOpensAt === undefined ? {} : { usuallyOpensAt };
    const hoursWithoutWage = totals.hoursWithoutWage ?? fetched?.hoursWithoutWage ?? 0;
    return [{ ...totals, hoursWithoutWage, posID, soFar, lastWeek, comparable, ...opening }];
  });
}

/** Whether nothing has been sold yet. */
export function nothingSold({ CHECKS = 0, GROSS_SALES = 0 }: Amounts): boolean {
  return CHECKS === 0 && GROSS_SALES === 0;
}

/** The day before its first sale; `lastWeek` are the hours of the same day a week ago. */
export function beforeOpening(
  rows: readonly TodayRow[],
  lastWeek: readonly HourlyRow[],
  date: BusinessDate,
): BeforeOpening {
  // With a check the day is open, also before its first sale.
  const isOpen = rows.some(({ openChecks = 0 }) => openChecks > 0);
  const openings = isOpen ? [] : rows.flatMap(({ usuallyOpensAt }) => usuallyOpensAt ?? []);
  const sold = sumMoney(lastWeek.map(({ grossSales }) => grossSales));
  return {
    opensAt: openings.sort()[0] ?? null,
    lastWeek: sold === 0 ? null : sold,
    weekday: weekdayOf(date),
  };
}

/** Sales of an hour, counted from 00:00 of the business date. */
interface HourSales {
  hour: number;
  sales: number;
}

/**
 * The curve of the day over all given locations: last week's whole day, today's up to now. Each point is the sales
 * until that moment, so the gap between the curves at 'Now' is the change. Hours of several time zones are those of the
 * location whose clock is furthest ahead.
 */
export function dayCurve(
  locations: readonly Location[],
  today: readonly HourlyRow[],
  lastWeek: readonly HourlyRow[],
  now: DayNow,
): DayCurve {
  const clocks = locations.map((location) => runningHour(location, now.clock));
  const ahead = Math.max(...clocks.map((hour) => hour ?? Number.NEGATIVE_INFINITY));
  const hoursOf = (rows: readonly HourlyRow[], daysBack: number): HourSales[] =>
    locations.flatMap(({ posID, businessDate }, index) => {
      const own = clocks[index] ?? null;
      const shift = own === null ? 0 : ahead - own;
      return ofDate(rows, posID, addDays(dateOf(businessDate), -daysBack))
        .filter((row) => row.checks !== 0 || row.grossSales !== 0)
        .map((row) => ({ hour: row.hour + shift, sales: row.grossSales }));
    });
  const sold = hoursOf(today, 0);
  const soldThen = hoursOf(lastWeek, 7);
  const hours = [...sold, ...soldThen].map(({ hour }) => hour);
  if (hours.length === 0) {
    return { moments: [], axis: [], today: [], lastWeek: [] };
  }
  const first = Math.min(...hours);
  const last = Math.max(...hours);
  const running = Math.max(Math.min(ahead, last), ...sold.map(({ hour }) => hour));
  const until = (list: readonly HourSales[], hour: number) =>
    sumMoney(list.filter((one) => one.hour < hour).map(({ sales }) => sales));

  const curve: DayCurve = { moments: [], axis: [], today: [], lastWeek: [] };
  const add = (moment: string, onAxis: string, ofToday: number | null, ofLastWeek: number) => {
    curve.moments.push(moment);
    curve.axis.push(onAxis);
    curve.today.push(ofToday);
    curve.lastWeek.push(soldThen.length === 0 ? null : ofLastWeek);
  };
  for (let hour = first; hour <= last + 1; hour++) {
    const then = until(soldThen, hour);
    const ofToday = hour <= running ? until(sold, hour) : null;
    add(formatHour(hour, first), formatHour(hour), ofToday, then);
    if (hour === running) {
      const { now: name } = messages.glance;
      add(name, name, now.sales, now.lastWeek ?? then);
    }
  }
  return curve;
}
