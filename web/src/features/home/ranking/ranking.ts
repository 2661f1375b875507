import type { Location } from '@/api';
import { type Change, relativeChange } from '@/lib/numbers';
import type { TodayRow } from '../today/today';

/** Measure of the ranking: today's sales, or their change against last week. */
export type RankBy = 'sales' | 'change';
export type RankOrder = 'best' | 'worst';

/** A location and its rank. */
export interface RankedLocation {
  posID: string;
  name: string;
  grossSales: number;
  /** Against the same weekday a week earlier, up to the same quarter of an hour. */
  change: Change | null;
  /** Length of its bar: of the largest one, 0 to 1. */
  bar: number;
}

interface Measured extends RankedLocation {
  /** Value of the measure; `null` without a comparison. */
  measure: number | null;
}

/**
 * Locations by today's sales, or by their change. Those without a comparison come last in either order; equal ones are
 * sorted by name.
 */
export function rankLocations(
  locations: readonly Location[],
  rows: readonly TodayRow[],
  by: RankBy,
  order: RankOrder,
): RankedLocation[] {
  const measured = locations.map(({ posID, name }) => {
    const row = rows.find((candidate) => candidate.posID === posID);
    return measure(posID, name, row, by);
  });
  const largest = Math.max(0, ...measured.map((one) => Math.abs(one.measure ?? 0)));
  return measured
    .sort((a, b) => compare(a.measure, b.measure, order) || a.name.localeCompare(b.name))
    .map(({ measure: value, ...location }) => ({
      ...location,
      bar: largest > 0 ? barOf(value, by) / largest : 0,
    }));
}

function measure(posID: string, name: string, row: TodayRow | undefined, by: RankBy): Measured {
  const grossSales = row?.grossSales ?? 0;
  const comparable = row?.comparable?.grossSales ?? grossSales;
  const lastWeek = row?.lastWeek?.grossSales ?? 0;
  const change = relativeChange(comparable, lastWeek, 'more');
  const moved = change === null ? null : (comparable - lastWeek) / Math.abs(lastWeek);
  return { posID, name, grossSales, change, bar: 0, measure: by === 'sales' ? grossSales : moved };
}

/** Negative sales have no bar; a change has one to either side. */
function barOf(measure: number | null, by: RankBy): number {
  return by === 'sales' ? Math.max(measure ?? 0, 0) : Math.abs(measure ?? 0);
}

function compare(a: number | null, b: number | null, order: RankOrder): number {
  if (a === null || b === null) {
    return Number(a === null) - Number(b === null);
  }
  return order === 'best' ? b - a : a - b;
}
