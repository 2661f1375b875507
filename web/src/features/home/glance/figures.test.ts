import { describe, expect, it } from 'vitest';
import { reportOf } from '@/lib/figures';
import { summarize } from '@/lib/numbers';
import { dailyFigures, dailyRow } from '@/testing/data/reportRows';
import { glanceFigures } from './figures';

const figures = {
  grossSales: 1000,
  netSales: 1000,
  grossLabor: 280,
  grossCost: 300,
  grossProfit: 420,
  grossCover: 50,
  checks: 20,
};
const lastWeek = dailyFigures({
  ...figures,
  grossLabor: 300,
  grossProfit: 400,
  grossCover: 40,
  checks: 25,
});

function shown(row: ReturnType<typeof dailyRow>) {
  return glanceFigures(summarize(reportOf('Daily').figureIds, [row]));
}

describe('glanceFigures', () => {
  it('judges each figure by its own measure', () => {
    const row = dailyRow('a', '2026-11-21', figures, { lastWeek });
    expect(shown(row).map(({ value, change }) => [value, change?.text, change?.tone])).toEqual([
      ['28%', '-2.0 pts', 'good'],
      ['30%', '0.0 pts', 'neutral'],
      ['$420', '+5%', 'good'],
      ['20', '-20%', 'bad'],
      ['50', '+25%', 'good'],
    ]);
  });

  it('compares figures that have an earlier span only', () => {
    const comparable = dailyFigures({ ...figures, checks: 25, grossProfit: 400 });
    const row = dailyRow('a', '2026-11-21', figures, { lastWeek, comparable, soFar: true });
    const [, , profit, checks] = shown(row);
    expect([profit?.value, profit?.change?.text]).toEqual(['$420', '0%']);
    expect([checks?.value, checks?.change?.text]).toEqual(['20', '0%']);
  });

  it('marks cost and profit as incomplete without item costs', () => {
    const row = dailyRow('a', '2026-11-21', { ...figures, salesWithoutCost: 80 }, { lastWeek });
    const [labor, cost, profit] = shown(row);
    expect(labor?.change).not.toBeNull();
    expect(cost).toMatchObject({ note: 'incomplete', change: null });
    expect(profit).toMatchObject({ note: 'incomplete', change: null });
  });

  it('marks labor and profit as incomplete without all wages', () => {
    const row = dailyRow('a', '2026-11-21', { ...figures, hoursWithoutWage: 7.5 }, { lastWeek });
    const [labor, cost, profit] = shown(row);
    expect(labor).toMatchObject({ note: 'incomplete', change: null });
    expect(cost).toMatchObject({ note: null, change: { text: '0.0 pts' } });
    expect(profit).toMatchObject({ note: 'incomplete', change: null });
  });

  it('has no percentage at negative sales', () => {
    const refunds = { grossSales: -20, netSales: -20, grossLabor: 280, grossCost: 10 };
    const rows = ['a', 'b'].map((posID) => dailyRow(posID, '2026-11-21', refunds));
    const shown = glanceFigures(summarize(reportOf('Daily').figureIds, rows));
    expect(shown.slice(0, 2).map(({ value }) => value)).toEqual(['–', '–']);
  });

  it('shows a dash without sales, and no change without a base', () => {
    const bare = shown(dailyRow('a', '2026-11-21', {}));
    expect(bare.map(({ value }) => value)).toEqual(['–', '–', '$0', '0', '0']);
    expect(bare.map(({ change }) => change)).toEqual(Array(5).fill(null));
  });

  it('judges nothing before the first sale', () => {
    const row = dailyRow('a', '2026-11-21', { grossLabor: 94, grossProfit: -94 }, { lastWeek });
    expect(shown(row).map(({ value, change }) => [value, change])).toEqual([
      ['–', null],
      ['–', null],
      ['-$94', null],
      ['0', null],
      ['0', null],
    ]);
  });
});
