import { describe, expect, it } from 'vitest';
import { splitRow } from '@/testing/data/splitRows';
import type { FigureId } from '../figures';
import { addsUp, changeOf, isIncomplete, lacksWages, summarize, summaryOf } from '.';

const ids: FigureId[] = ['GROSS_SALES', 'NET_SALES', 'CHECKS', 'AVERAGE_CHECK', 'LABOR_PERCENT'];
const figures = (grossSales: number, checks: number) => ({
  grossSales,
  netSales: grossSales,
  checks,
  averageCheck: checks === 0 ? null : grossSales / checks,
  grossLabor: grossSales / 4,
  laborPercent: 25,
});

describe('summarize', () => {
  it('adds money up in cents and computes ratios of sums', () => {
    const { amounts } = summarize(ids, [
      splitRow('a', {}, figures(0.1, 1)),
      splitRow('b', {}, figures(0.2, 2)),
    ]);
    expect(amounts).toMatchObject({ GROSS_SALES: 0.3, CHECKS: 3, AVERAGE_CHECK: 0.1 });
  });

  it('computes a ratio by its expression', () => {
    // `cargo dev prove figures` runs this again where the figure has another one.
    const expected = Number(process.env.SAFFRON_TEST_LABOR_PERCENT ?? 20);
    const day = { netSales: 50, grossLabor: 10, grossCost: 15 };
    const { amounts } = summarize(ids, [splitRow('a', {}, day), splitRow('b', {}, day)]);
    expect(amounts.LABOR_PERCENT).toBe(expected);
  });

  it('has no ratio without a whole', () => {
    const nothing = ['a', 'b'].map((posID) => splitRow(posID, {}, figures(0, 0)));
    const { amounts } = summarize(ids, nothing);
    expect(amounts).toMatchObject({ AVERAGE_CHECK: null, LABOR_PERCENT: null });
    expect(addsUp('AVERAGE_CHECK')).toBe(false);
    expect(addsUp('GROSS_SALES')).toBe(true);
  });

  it('compares rows with an earlier span only', () => {
    const { lastWeek, compared, soFar } = summarize(ids, [
      splitRow('a', {}, figures(120, 4), {
        lastWeek: figures(80, 4),
        comparable: figures(100, 3),
        soFar: true,
      }),
      splitRow('b', {}, figures(500, 9)),
    ]);
    expect(lastWeek?.current.GROSS_SALES).toBe(100);
    expect(lastWeek?.before.GROSS_SALES).toBe(80);
    expect(compared).toBeNull();
    expect(soFar).toBe(true);
  });

  it("counts a location's net sales once", () => {
    const hours: FigureId[] = ['HOURS', 'SALES_PER_LABOR_HOUR'];
    const worked = (hour: number, sales: number) => ({
      hours: hour,
      locationNetSales: sales,
      salesPerLaborHour: hour === 0 ? null : Math.round((sales / hour) * 100) / 100,
    });
    const { amounts } = summarize(hours, [
      splitRow('a', { job: 'Cook' }, worked(7, 1000)),
      splitRow('a', { job: 'Server' }, worked(13, 1000)),
      splitRow('b', { job: 'Cook' }, worked(10, 200)),
      splitRow('b', { job: 'Host' }, worked(0, 200)),
    ]);
    expect(amounts).toEqual({ HOURS: 30, SALES_PER_LABOR_HOUR: 40 });
  });
});

describe('summaryOf', () => {
  it('takes the figures of an answer unchanged', () => {
    const figures = { grossSales: 3, averageCheck: null };
    const total = { ...figures, soFar: true, lastWeek: { current: figures, before: {} } };
    const summary = summaryOf(['GROSS_SALES', 'AVERAGE_CHECK'], total);
    expect(summary).toEqual({
      amounts: { GROSS_SALES: 3, AVERAGE_CHECK: null },
      lastWeek: {
        current: { GROSS_SALES: 3, AVERAGE_CHECK: null },
        before: { GROSS_SALES: null, AVERAGE_CHECK: null },
      },
      compared: null,
      soFar: true,
    });
  });
});

describe('changeOf', () => {
  const change = (id: FigureId, is: object, was: object) =>
    changeOf(
      id,
      summarize(
        [id, 'SALES_WITHOUT_COST', 'HOURS_WITHOUT_WAGE'],
        [splitRow('a', {}, is, { lastWeek: was })],
      ).lastWeek,
    );

  it('has a tone by its sign', () => {
    expect(change('GROSS_VOIDS', { grossVoids: 6 }, { grossVoids: 3 })).toMatchObject({
      text: '+100%',
      tone: 'bad',
    });
    expect(change('GROSS_SALES', { grossSales: 6 }, { grossSales: 3 })?.tone).toBe('good');
  });

  it('compares percentages in points', () => {
    const is = { grossLabor: 30, netSales: 100 };
    expect(change('LABOR_PERCENT', is, { grossLabor: 28, netSales: 100 })?.text).toBe('+2.0 pts');
  });

  it('is null for cost and profit without all costs', () => {
    const complete = { grossProfit: 6, salesWithoutCost: 0 };
    expect(change('GROSS_PROFIT', complete, { grossProfit: 5 })?.text).toBe('+20%');
    expect(
      change('GROSS_PROFIT', { ...complete, salesWithoutCost: 1 }, { grossProfit: 5 }),
    ).toBeNull();
    expect(isIncomplete('ITEM_PROFIT', { SALES_WITHOUT_COST: 1 })).toBe(true);
    expect(isIncomplete('GROSS_SALES', { SALES_WITHOUT_COST: 1 })).toBe(false);
  });

  it('is null for labor and profit without all wages', () => {
    const complete = { grossLabor: 6, hoursWithoutWage: 0 };
    const lacking = { grossLabor: 5, hoursWithoutWage: 0.5 };
    expect(change('GROSS_LABOR', complete, { grossLabor: 5 })?.text).toBe('+20%');
    expect(change('GROSS_LABOR', complete, lacking)).toBeNull();
    expect(change('GROSS_LABOR', lacking, complete)).toBeNull();
  });

  it('is null for a balance, whose percentage says nothing', () => {
    expect(change('CASH_OVER_SHORT', { overShort: -12 }, { overShort: 0.05 })).toBeNull();
  });

  it('is null without an earlier value', () => {
    expect(changeOf('GROSS_SALES', null)).toBeNull();
    expect(change('GROSS_SALES', { grossSales: 6 }, { grossSales: 0 })).toBeNull();
  });
});

describe('isIncomplete', () => {
  const incomplete = (amounts: object) => {
    const all = [
      'GROSS_SALES',
      'GROSS_COST',
      'COST_PERCENT',
      'ITEM_PROFIT',
      'GROSS_LABOR',
      'LABOR_PERCENT',
      'GROSS_PROFIT',
      'PRIME_COST',
      'PRIME_COST_PERCENT',
      'HOURS',
    ] as const;
    return all.filter((id) => isIncomplete(id, amounts));
  };
  const both = ['GROSS_PROFIT', 'PRIME_COST', 'PRIME_COST_PERCENT'];

  it('marks nothing where each cost and wage is known', () => {
    expect(incomplete({ SALES_WITHOUT_COST: 0, HOURS_WITHOUT_WAGE: 0 })).toEqual([]);
    expect(incomplete({})).toEqual([]);
  });

  it('marks cost, and what it is part of, without all costs', () => {
    expect(incomplete({ SALES_WITHOUT_COST: 1 })).toEqual([
      'GROSS_COST',
      'COST_PERCENT',
      'ITEM_PROFIT',
      ...both,
    ]);
  });

  it('marks labor, and what it is part of, without all wages', () => {
    expect(incomplete({ HOURS_WITHOUT_WAGE: 0.25 })).toEqual([
      'GROSS_LABOR',
      'LABOR_PERCENT',
      ...both,
    ]);
    expect(lacksWages('GROSS_LABOR', { HOURS_WITHOUT_WAGE: 0.25 })).toBe(true);
    expect(lacksWages('GROSS_PROFIT', { SALES_WITHOUT_COST: 1 })).toBe(false);
  });
});
