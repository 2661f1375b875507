import { describe, expect, it } from 'vitest';
import {
  addDaily,
  costPercentOf,
  type DailyAmounts,
  type DailyFacts,
  laborPercentOf,
  summarizeDaily,
} from './daily';

const NOTHING: DailyAmounts = {
  grossSales: 0,
  grossProfit: 0,
  grossCost: 0,
  grossLabor: 0,
  grossDiscounts: 0,
  grossTax: 0,
  grossVoids: 0,
  grossTips: 0,
  grossRewardUsed: 0,
  grossPayment: 0,
  netSales: 0,
  salesWithoutCost: 0,
  grossCover: 0,
  checks: 0,
};

function row(figures: Partial<DailyAmounts>, lastWeek: Partial<DailyAmounts> | null): DailyFacts {
  return {
    ...NOTHING,
    ...figures,
    lastWeek: lastWeek && { ...NOTHING, ...lastWeek },
    openShifts: 1,
    soFar: false,
  };
}

describe('addDaily', () => {
  it('adds money to the cent and counts as they are', () => {
    const sum = addDaily([
      { ...NOTHING, grossSales: 0.1, grossTax: 0.07, grossCover: 2, checks: 1 },
      { ...NOTHING, grossSales: 0.2, grossTax: 0.01, grossCover: 3, checks: 2 },
    ]);
    expect(sum).toEqual({ ...NOTHING, grossSales: 0.3, grossTax: 0.08, grossCover: 5, checks: 3 });
  });

  it('is nothing without rows', () => {
    expect(addDaily([])).toEqual(NOTHING);
  });
});

describe('summarizeDaily', () => {
  it('compares like with like', () => {
    const summary = summarizeDaily([
      row({ grossSales: 110 }, { grossSales: 100 }),
      row({ grossSales: 500 }, null),
    ]);
    expect(summary.amounts.grossSales).toBe(610);
    expect(summary.compared?.current.grossSales).toBe(110);
    expect(summary.compared?.lastWeek.grossSales).toBe(100);
    expect(summary.openShifts).toBe(2);
  });

  it('compares a running day up to the same quarter of an hour on both sides', () => {
    const running = {
      ...row({ grossSales: 130 }, { grossSales: 100 }),
      comparable: { ...NOTHING, grossSales: 120 },
    };
    const summary = summarizeDaily([running]);
    expect(summary.amounts.grossSales).toBe(130);
    expect(summary.compared?.current.grossSales).toBe(120);
  });

  it('compares nothing where no row has history', () => {
    expect(summarizeDaily([row({ grossSales: 5 }, null)]).compared).toBeNull();
    expect(summarizeDaily([]).compared).toBeNull();
  });

  it('is so far as soon as one row is', () => {
    expect(summarizeDaily([row({}, null), { ...row({}, null), soFar: true }]).soFar).toBe(true);
  });
});

describe('percentages of net sales', () => {
  it('are nothing without sales', () => {
    expect(laborPercentOf({ grossLabor: 50, netSales: 0 })).toBeNull();
    expect(costPercentOf({ grossCost: 50, netSales: 0 })).toBeNull();
  });

  it('are in percent', () => {
    expect(laborPercentOf({ grossLabor: 50, netSales: 200 })).toBe(25);
    expect(costPercentOf({ grossCost: 30, netSales: 200 })).toBe(15);
  });
});
