import { describe, expect, it } from 'vitest';
import { reportOf } from '@/lib/figures';
import { summarize } from '@/lib/numbers';
import { dailyFigures, dailyRow } from '@/testing/data/reportRows';
import { comparedDays } from '@/testing/data/reportTotals';
import { byDate } from '../rows/members';
import { dateLines, figureLines } from './dailyLines';

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

const ids = reportOf('Daily').figureIds;
const total = summarize(ids, days);

describe('lines of daily rows', () => {
  it('give each date its share, and mark the running one', () => {
    const lines = dateLines('GROSS_SALES', byDate(days, ids, 'GROSS_SALES', 'day'), total);
    expect(lines.map(({ value, share, detail }) => [value, share, detail])).toEqual([
      ['$150.00', 150 / 400.5, undefined],
      ['$250.50', 250.5 / 400.5, 'so far'],
    ]);
  });

  it('show every figure of the span with its definition', () => {
    const { total: first, rows } = figureLines(total);
    expect(first).toMatchObject({ name: 'Gross sales', figure: 'GROSS_SALES', value: '$400.50' });
    expect(rows.map(({ name }) => name)).toEqual([
      'Discounts',
      'Net sales',
      'Reward used',
      'Tax',
      'Tips',
      'Payments',
      'Cost',
      'Labor',
      'Profit',
      'Prime cost',
      'Labor %',
      'Cost %',
      'Prime cost %',
      'Voids',
      'Covers',
      'Checks',
    ]);
    expect(rows.every(({ figure }) => figure !== undefined)).toBe(true);
  });

  it('add up from sales to payments, line by line', () => {
    const { total: first, rows } = figureLines(
      summarize(ids, [
        dailyRow('a', '2026-11-21', {
          grossSales: 200,
          grossDiscounts: 10,
          netSales: 190,
          grossRewardUsed: 5,
          grossServiceCharges: 4,
          grossGratuity: 36,
          grossDeferred: 50,
          grossTax: 16,
          grossRounding: -0.02,
          grossTips: 10,
          outOfBalance: 1.5,
          grossPayment: 302.48,
          grossRedeemed: 40,
          marketplaceTax: 3,
          openChecks: 2,
          openSales: 80,
        }),
      ]),
    );
    const names = rows.map(({ name }) => name);
    const added = rows
      .slice(0, names.indexOf('Payments'))
      .filter(({ name }) => name !== 'Net sales');
    const cents = (value: string) => Math.round(Number(value.replace(/[$,]/g, '')) * 100);
    expect(added.map(({ name }) => name)).toEqual([
      'Discounts',
      'Reward used',
      'Service charges',
      'Gratuity',
      'Gift cards sold',
      'Tax',
      'Rounding',
      'Tips',
      'Out of balance',
    ]);
    const sum = [first, ...added].reduce((sum, { value }) => sum + cents(value), 0);
    expect(sum).toBe(cents(rows.find(({ name }) => name === 'Payments')?.value ?? ''));
    expect(names.slice(names.indexOf('Payments'))).toContain('Gift cards redeemed');
    expect(names).toContain('Tax by marketplaces');
    expect(names.slice(-2)).toEqual(['Open checks', 'On open checks']);
  });

  it('compare no open checks: an earlier day has none', () => {
    const { rows } = figureLines(
      summarize(ids, [
        dailyRow(
          'a',
          '2026-11-21',
          { grossSales: 9, checks: 2, openChecks: 2, openSales: 80 },
          {
            compared: {
              ...comparedDays,
              ...dailyFigures({ checks: 1, openChecks: 1, openSales: 9 }),
            },
          },
        ),
      ]),
    );
    const line = (key: string) => rows.find((one) => one.key === key);
    expect(line('CHECKS')?.change).toMatchObject({ text: '+100%' });
    expect(line('OPEN_CHECKS')).toMatchObject({ value: '2', change: null });
    expect(line('OPEN_SALES')).toMatchObject({ value: '$80.00', change: null });
  });

  it('draw an answer of an earlier version', () => {
    const { openChecks, openSales, ...kept } = dailyRow('a', '2026-11-21', { grossSales: 9 });
    const names = figureLines(summarize(ids, [kept])).rows.map(({ name }) => name);
    expect(names).toContain('Checks');
    expect(names).not.toContain('Open checks');
  });

  it('mark incomplete costs and running labor', () => {
    const { rows } = figureLines(
      summarize(ids, [
        dailyRow('a', '2026-11-21', {
          grossSales: 9,
          salesWithoutCost: 3,
          openShifts: 2,
          notClockedOut: 1,
        }),
      ]),
    );
    const detail = (key: string) => rows.find((line) => line.key === key)?.detail;
    expect(detail('GROSS_COST')).toBe('incomplete');
    expect(detail('GROSS_PROFIT')).toBe('incomplete');
    expect(detail('GROSS_LABOR')).toBe('so far · not clocked out');
    expect(detail('GROSS_TIPS')).toBeUndefined();
  });

  it('mark labor without all wages, and lead to them', () => {
    const lacking = dailyRow('a', '2026-11-21', { grossSales: 9, hoursWithoutWage: 7.5 });
    const { rows } = figureLines(summarize(ids, [lacking]), { HOURS_WITHOUT_WAGE: '/wages' });
    const marked = rows.filter(({ detail }) => detail === 'incomplete').map(({ key }) => key);
    expect(marked).toEqual([
      'GROSS_LABOR',
      'GROSS_PROFIT',
      'PRIME_COST',
      'LABOR_PERCENT',
      'PRIME_COST_PERCENT',
    ]);
    expect(rows.find(({ key }) => key === 'HOURS_WITHOUT_WAGE')).toMatchObject({
      value: '7.5 h',
      to: '/wages',
    });
  });
});
