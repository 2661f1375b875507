import { describe, expect, it } from 'vitest';
import { summarizeDaily } from '@/lib/numbers';
import { dailyFigures, dailyRow } from '@/testing/reportRows';
import { fourFigures } from './figures';

const figures = {
  grossSales: 1000,
  netSales: 1000,
  grossLabor: 280,
  grossCost: 300,
  grossProfit: 420,
  grossCover: 50,
};
const lastWeek = dailyFigures({ ...figures, grossLabor: 300, grossProfit: 400, grossCover: 40 });

function shown(row: ReturnType<typeof dailyRow>) {
  return fourFigures(summarizeDaily([row]));
}

describe('fourFigures', () => {
  it('judges each figure by its own measure', () => {
    const row = dailyRow('a', '2026-11-21', figures, { lastWeek });
    expect(shown(row).map(({ value, change }) => [value, change?.text, change?.tone])).toEqual([
      ['28.0%', '-2.0 pts', 'good'],
      ['30.0%', '0.0 pts', 'neutral'],
      ['$420', '+5%', 'good'],
      ['50', '+25%', 'good'],
    ]);
  });

  it('says so far while shifts are open', () => {
    const row = dailyRow('a', '2026-11-21', figures, { openShifts: 2 });
    expect(shown(row).map(({ note }) => note)).toEqual(['so far', null, 'so far', null]);
  });

  it('calls cost and profit incomplete, and compares neither, where items lack their cost', () => {
    const row = dailyRow('a', '2026-11-21', { ...figures, salesWithoutCost: 80 }, { lastWeek });
    const [labor, cost, profit] = shown(row);
    expect(labor?.change).not.toBeNull();
    expect(cost).toMatchObject({ note: 'incomplete', change: null });
    expect(profit).toMatchObject({ note: 'incomplete', change: null });
  });

  it('shows a dash where nothing was sold, and no change where nothing can be compared', () => {
    const [labor, , profit] = shown(dailyRow('a', '2026-11-21', {}));
    expect(labor?.value).toBe('–');
    expect(profit?.change).toBeNull();
  });
});
