import type { DailyRow, Location } from '@/api';
import { dateOf, formatAxisDay, formatMonth, formatWeekday } from '@/lib/dates';
import { type DailySummary, summarizeDaily } from '@/lib/numbers';

/** Daily rows that belong together: a day, a month, or a location. */
export interface DailyGroup {
  key: string;
  /** In lists. */
  name: string;
  /** On an axis. */
  shortName: string;
  summary: DailySummary;
}

function grouped(rows: readonly DailyRow[], keyOf: (row: DailyRow) => string) {
  const groups = new Map<string, DailyRow[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const members = groups.get(key);
    if (members === undefined) {
      groups.set(key, [row]);
    } else {
      members.push(row);
    }
  }
  return [...groups].map(([key, members]) => ({ key, summary: summarizeDaily(members) }));
}

/** All locations of a business date, or of a month, added up; oldest first. */
export function groupByDate(rows: readonly DailyRow[], grouping: 'day' | 'month'): DailyGroup[] {
  return grouped(rows, (row) => dateOf(row.businessDate))
    .sort((a, b) => a.key.localeCompare(b.key))
    .map(({ key, summary }) => ({
      key,
      name: grouping === 'month' ? formatMonth(key) : formatWeekday(key),
      shortName: grouping === 'month' ? formatMonth(key) : formatAxisDay(key),
      summary,
    }));
}

/** All dates of a location added up; the largest sales first. */
export function groupByLocation(
  rows: readonly DailyRow[],
  locations: readonly Location[],
): DailyGroup[] {
  return grouped(rows, (row) => row.posID)
    .sort((a, b) => b.summary.amounts.grossSales - a.summary.amounts.grossSales)
    .map(({ key, summary }) => {
      const name = locations.find((location) => location.posID === key)?.name ?? key;
      return { key, name, shortName: name, summary };
    });
}
