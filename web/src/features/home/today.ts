import type { DailyRow, HourlyRow, Location } from '@/api';
import { type BusinessDate, dateOf, formatHour } from '@/lib/dates';
import { sumMoney } from '@/lib/money';
import type { DailyFacts } from '@/lib/numbers';
import type { LiveTotals } from '@/live/slice';

/** Totals of the live stream: posID, then business date. */
export type LiveByLocation = Readonly<Record<string, Readonly<Record<string, LiveTotals>>>>;

/** A location's running day. */
export interface TodayRow extends DailyFacts {
  posID: string;
}

/** A location and its place among the others. */
export interface RankedLocation {
  posID: string;
  name: string;
  grossSales: number;
  /** Sales that a week earlier is set against, and those of then; `null` without trade then. */
  comparable: number;
  lastWeek: number | null;
  /** Of the largest, 0 to 1. */
  share: number;
}

/** Sales by hour, today and a week ago; `null` where the curve does not run. */
export interface DayCurve {
  hours: string[];
  today: (number | null)[];
  lastWeek: (number | null)[];
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

function ofToday<T extends { posID: string; businessDate?: string }>(
  rows: readonly T[],
  location: Location,
): T[] {
  const today = dateOf(location.businessDate);
  return rows.filter(
    (row) =>
      row.posID === location.posID &&
      row.businessDate !== undefined &&
      dateOf(row.businessDate) === today,
  );
}

/**
 * Each location's running day. The live totals win unless they were known already when the answer
 * was asked for (`known`): then the answer is at least as new. The comparison is the answer's.
 */
export function todaysRows(
  locations: readonly Location[],
  answer: readonly DailyRow[],
  live: LiveByLocation,
  known: LiveByLocation,
): TodayRow[] {
  return locations.flatMap((location): TodayRow[] => {
    const { posID } = location;
    const today = dateOf(location.businessDate);
    const [fetched] = ofToday(answer, location);
    const totals = live[posID]?.[today];
    if (totals === undefined || (fetched !== undefined && totals === known[posID]?.[today])) {
      return fetched === undefined ? [] : [fetched];
    }
    const { lastWeek = null, comparable = null, soFar = true }: Partial<TodayRow> = fetched ?? {};
    return [{ ...totals, posID, soFar, lastWeek, comparable }];
  });
}

/** The curve of the day over all given locations; each curve runs from its first hour to its last. */
export function dayCurve(locations: readonly Location[], answer: readonly HourlyRow[]): DayCurve {
  const rows = locations.flatMap((location) => ofToday(answer, location));
  if (rows.length === 0) {
    return { hours: [], today: [], lastWeek: [] };
  }
  const hours = rows.map((row) => row.hour);
  const first = Math.min(...hours);
  const axis = Array.from({ length: Math.max(...hours) - first + 1 }, (_, index) => first + index);
  const values = (amountOf: (row: HourlyRow) => number | null) => {
    const byHour = axis.map((hour) =>
      rows.filter((row) => row.hour === hour).flatMap((row) => amountOf(row) ?? []),
    );
    const start = byHour.findIndex((amounts) => amounts.length > 0);
    const end = byHour.findLastIndex((amounts) => amounts.length > 0);
    return byHour.map((amounts, index) =>
      start < 0 || index < start || index > end ? null : sumMoney(amounts),
    );
  };
  return {
    hours: axis.map(formatHour),
    today: values((row) => (row.checks === 0 && row.grossSales === 0 ? null : row.grossSales)),
    lastWeek: values((row) => row.lastWeek?.grossSales ?? null),
  };
}

/** Locations by today's sales, the largest first; of equal ones the name decides. */
export function rankLocations(
  locations: readonly Location[],
  rows: readonly TodayRow[],
): RankedLocation[] {
  const ranked = locations
    .map(({ posID, name }) => {
      const row = rows.find((candidate) => candidate.posID === posID);
      return {
        posID,
        name,
        grossSales: row?.grossSales ?? 0,
        comparable: row?.comparable?.grossSales ?? row?.grossSales ?? 0,
        lastWeek: row?.lastWeek?.grossSales ?? null,
        share: 0,
      };
    })
    .sort((a, b) => b.grossSales - a.grossSales || a.name.localeCompare(b.name));
  const largest = ranked[0]?.grossSales ?? 0;
  return ranked.map((location) => ({
    ...location,
    share: largest > 0 ? Math.max(location.grossSales, 0) / largest : 0,
  }));
}
