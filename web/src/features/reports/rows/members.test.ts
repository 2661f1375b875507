import { describe, expect, it } from 'vitest';
import { reportOf } from '@/lib/figures';
import { pizza, tacos } from '@/testing/data/fixtures';
import { dailyFigures, dailyRow } from '@/testing/data/reportRows';
import { reportAnswer } from '@/testing/data/reportTotals';
import { byDate, byLocation } from './members';

const dailyIds = reportOf('Daily').figureIds;
const days = [
  dailyRow(
    'demo-pizza',
    '2026-11-20T00:00:00',
    { grossSales: 100, grossVoids: 6, grossCover: 4 },
    { lastWeek: dailyFigures({ grossSales: 80, grossVoids: 3 }) },
  ),
  dailyRow('demo-tacos', '2026-11-20', { grossSales: 50 }),
  dailyRow('demo-pizza', '2026-11-21', { grossSales: 250.5 }, { soFar: true }),
];

describe('daily rows', () => {
  it('add locations up by date, oldest first', () => {
    const dates = byDate(days, dailyIds, 'GROSS_SALES', 'day');
    expect(dates.map(({ name, summary }) => [name, summary.amounts.GROSS_SALES])).toEqual([
      ['Fri, Nov 20', 150],
      ['Sat, Nov 21', 250.5],
    ]);
    const [month] = byDate([dailyRow('a', '2026-11-01', {})], dailyIds, 'GROSS_SALES', 'month');
    expect(month?.name).toBe('Nov 2026');
  });

  it('add dates up by location, the largest first', () => {
    const names = (list: Parameters<typeof byLocation>[3]) =>
      byLocation(reportAnswer('Daily', days).locationTotals, dailyIds, 'GROSS_SALES', list).map(
        ({ name }) => name,
      );
    expect(names([pizza, tacos])).toEqual(['Saffron Pizza', 'Taco Corner']);
    expect(names([])).toEqual(['demo-pizza', 'demo-tacos']);
  });
});
