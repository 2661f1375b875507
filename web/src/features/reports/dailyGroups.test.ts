import { describe, expect, it } from 'vitest';
import { summarizeDaily } from '@/lib/numbers';
import { pizza, tacos } from '@/testing/fixtures';
import { dailyFigures, dailyRow } from '@/testing/reportRows';
import { groupByDate, groupByLocation } from './dailyGroups';
import { figureRows, groupRows, totalRow } from './listRows';
import { changeOf, historyMetrics, metrics } from './metrics';
import { dailyTabs, historyTabs, tabFrom } from './reportTabs';

const rows = [
  dailyRow(
    'demo-pizza',
    '2026-11-20T00:00:00',
    { grossSales: 100, grossVoids: 6, grossCover: 4 },
    { lastWeek: dailyFigures({ grossSales: 80, grossVoids: 3 }) },
  ),
  dailyRow('demo-tacos', '2026-11-20', { grossSales: 50 }),
  dailyRow('demo-pizza', '2026-11-21', { grossSales: 250.5 }, { soFar: true }),
];
const total = summarizeDaily(rows);

describe('groups of daily rows', () => {
  it('add locations up by date, oldest first', () => {
    expect(
      groupByDate(rows, 'day').map(({ name, summary }) => [name, summary.amounts.grossSales]),
    ).toEqual([
      ['Fri, Nov 20', 150],
      ['Sat, Nov 21', 250.5],
    ]);
  });

  it('name months as months', () => {
    const [group] = groupByDate([dailyRow('a', '2026-11-01', {})], 'month');
    expect(group?.name).toBe('Nov 2026');
  });

  it('add dates up by location, the largest first, named as in the list', () => {
    expect(
      groupByLocation(rows, [pizza, tacos]).map(({ name, summary }) => [
        name,
        summary.amounts.grossSales,
      ]),
    ).toEqual([
      ['Saffron Pizza', 350.5],
      ['Taco Corner', 50],
    ]);
    expect(groupByLocation(rows, []).map(({ name }) => name)).toEqual(['demo-pizza', 'demo-tacos']);
  });
});

describe('list rows', () => {
  it('put the total first and give each group its share of it', () => {
    expect(totalRow(metrics.grossSales, total, 'Last 7 days')).toMatchObject({
      name: 'Total',
      detail: 'Last 7 days · so far',
      value: '$400.50',
      change: { text: '+25%' },
    });
    const lines = groupRows(metrics.grossSales, groupByDate(rows, 'day'), total);
    expect(lines.map(({ value, share }) => [value, share])).toEqual([
      ['$150.00', 150 / 400.5],
      ['$250.50', 250.5 / 400.5],
    ]);
  });

  it('give no share of nothing', () => {
    const lines = groupRows(metrics.grossTips, groupByDate(rows, 'day'), total);
    expect(lines.map(({ share }) => share)).toEqual([0, 0]);
  });

  it('show every figure of the span, gross sales first', () => {
    const figures = figureRows(total);
    expect(figures.total).toMatchObject({ name: 'Gross sales', value: '$400.50' });
    expect(figures.rows.map(({ name }) => name)).toEqual([
      'Discounts',
      'Reward used',
      'Cost',
      'Labor',
      'Profit',
      'Labor %',
      'Net sales',
      'Tax',
      'Tips',
      'Voids',
      'Payments',
      'Covers',
      'Checks',
    ]);
  });

  it('call cost and profit incomplete where items lack their cost', () => {
    const { rows: lines } = figureRows(
      summarizeDaily([dailyRow('a', '2026-11-21', { grossSales: 9, salesWithoutCost: 3 })]),
    );
    const detail = (key: string) => lines.find((line) => line.key === key)?.detail;
    expect(detail('grossCost')).toBe('incomplete');
    expect(detail('grossProfit')).toBe('incomplete');
    expect(detail('grossLabor')).toBeUndefined();
  });
});

describe('metrics', () => {
  it('judge more voids as bad and more sales as good', () => {
    expect(changeOf(metrics.grossVoids, total)).toMatchObject({ text: '+100%', tone: 'bad' });
    expect(changeOf(metrics.grossSales, total)).toMatchObject({ text: '+25%', tone: 'good' });
  });

  it('compare no profit while items lack their cost', () => {
    const lastWeek = dailyFigures({ grossProfit: 5 });
    const known = summarizeDaily([dailyRow('a', '2026-11-21', { grossProfit: 6 }, { lastWeek })]);
    expect(changeOf(metrics.grossProfit, known)?.text).toBe('+20%');
    const partly = summarizeDaily([
      dailyRow('a', '2026-11-21', { grossProfit: 6, salesWithoutCost: 1 }, { lastWeek }),
    ]);
    expect(changeOf(metrics.grossProfit, partly)).toBeNull();
  });

  it('count covers instead of pricing them', () => {
    expect(totalRow(historyMetrics.cover, total, '').value).toBe('4');
  });
});

describe('tabs', () => {
  it('are the fifteen and the ten of the product', () => {
    expect(dailyTabs).toHaveLength(15);
    expect(historyTabs).toHaveLength(10);
  });

  it('open the one that the address names, else the first', () => {
    expect(tabFrom(dailyTabs, 'item')).toBe('item');
    expect(tabFrom(dailyTabs, 'nonsense')).toBe('sales');
    expect(tabFrom(historyTabs, null)).toBe('sales');
  });
});
