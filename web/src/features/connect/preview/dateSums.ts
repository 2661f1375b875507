import type { ImportDay } from '@/api';
import { formatDay, formatMonth } from '@/lib/dates';
import { sumMoney } from '@/lib/money';

/** Trade of a month or a day. */
export interface DateSum {
  key: string;
  label: string;
  checks: number;
  netSales: number;
}

export type Grouping = 'month' | 'day';

/** Days from which months are the better beginning. */
const MANY_DAYS = 45;

export function firstGrouping(days: readonly ImportDay[]): Grouping {
  return days.length > MANY_DAYS ? 'month' : 'day';
}

/** The days of the files, summed up by month or as they are, in their order. */
export function sumsBy(grouping: Grouping, days: readonly ImportDay[]): DateSum[] {
  if (grouping === 'day') {
    return days.map(({ businessDate, ...sums }) => ({
      key: businessDate,
      label: formatDay(businessDate),
      checks: sums.checks,
      netSales: sums.netSales,
    }));
  }
  const byMonth = Map.groupBy(days, ({ businessDate }) => businessDate.slice(0, 'YYYY-MM'.length));
  return [...byMonth].map(([key, all]) => ({
    key,
    label: formatMonth(`${key}-01`),
    checks: all.reduce((sum, { checks }) => sum + checks, 0),
    netSales: sumMoney(all.map(({ netSales }) => netSales)),
  }));
}
