import { expect, it } from 'vitest';
import { summary } from '@/testing/data/imports';
import { firstGrouping, sumsBy } from './dateSums';

const february = { businessDate: '2026-02-01', checks: 2, netSales: 10.1 };

it('sums days up by month, to the cent', () => {
  const months = sumsBy('month', [...summary.days, february]);
  expect(months).toEqual([
    { key: '2026-01', label: 'Jan 2026', checks: 1204, netSales: 48_210.5 },
    { key: '2026-02', label: 'Feb 2026', checks: 2, netSales: 10.1 },
  ]);
});

it('begins with months where days are many', () => {
  expect(firstGrouping(summary.days)).toBe('day');
  expect(firstGrouping([...summary.days, ...summary.days])).toBe('month');
  expect(sumsBy('day', [february])[0]).toMatchObject({ label: 'Feb 1, 2026', checks: 2 });
});
