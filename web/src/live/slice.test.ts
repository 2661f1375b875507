import { describe, expect, it } from 'vitest';
import { sessionEnded } from '@/api/transport/session';
import { dailyFigures } from '@/testing/data/reportRows';
import {
  type LiveTotals,
  liveReducer,
  liveReset,
  reportChanged,
  selectAllLiveTotals,
} from './slice';

/** Totals of a day with these sales. */
function totals(businessDate: string, grossSales: number): LiveTotals {
  return { ...dailyFigures({ grossSales }), businessDate, posID: 'a' };
}

function event(version: number, grossSales: number, day = '2026-07-18') {
  const businessDate = `${day}T00:00:00`;
  return reportChanged({
    id: `e${version}`,
    posID: 'a',
    version,
    businessDate,
    from: businessDate,
    to: businessDate,
    totals: totals(businessDate, grossSales),
  });
}

const sales = (state: ReturnType<typeof liveReducer>, day = '2026-07-18') =>
  selectAllLiveTotals({ live: state }).a?.[day]?.grossSales;

describe('live totals', () => {
  it('keeps the newest version in any order of arrival', () => {
    const state = [event(2, 20), event(1, 10), event(3, 30), event(3, 99)].reduce(
      liveReducer,
      undefined,
    );
    expect(sales(state as never)).toBe(30);
  });

  it('stores totals by the date without a time part', () => {
    const state = liveReducer(undefined, event(1, 10));
    expect(Object.keys(selectAllLiveTotals({ live: state }).a ?? {})).toEqual(['2026-07-18']);
  });

  it('keeps a week of dates and no more', () => {
    const days = Array.from({ length: 9 }, (_, n) => `2026-07-${String(n + 10)}`);
    const state = days.reduce(
      (before, day, n) => liveReducer(before, event(n + 1, n, day)),
      liveReducer(undefined, { type: '' }),
    );
    expect(sales(state, '2026-07-11')).toBeUndefined();
    expect(sales(state, '2026-07-12')).toBe(2);
    expect(sales(state, '2026-07-18')).toBe(8);
  });

  it("forgets totals at a reset and at the session's end", () => {
    const state = liveReducer(undefined, event(5, 50));
    expect(sales(liveReducer(liveReducer(state, liveReset()), event(1, 10)))).toBe(10);
    expect(sales(liveReducer(state, sessionEnded('signed-out')))).toBeUndefined();
  });
});
