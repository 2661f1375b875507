import { describe, expect, it } from 'vitest';
import { dailyHeadline, headlineCells } from './headlines';

describe('the headline of days', () => {
  it('has sales, labor, cost and profit, none of them twice', () => {
    expect(dailyHeadline('GROSS_TAX').others).toEqual([
      'GROSS_SALES',
      'GROSS_LABOR',
      'GROSS_COST',
      'GROSS_PROFIT',
    ]);
    expect(dailyHeadline('GROSS_SALES').others[0]).toBe('NET_SALES');
    expect(dailyHeadline('GROSS_LABOR').others[1]).toBe('LABOR_PERCENT');
    expect(dailyHeadline('GROSS_COST').others[2]).toBe('COST_PERCENT');
    expect(dailyHeadline('GROSS_PROFIT').others[3]).toBe('NET_SALES');
  });
});

describe('the figures under it', () => {
  it('are written once they are known', () => {
    expect(headlineCells(['GROSS_LABOR'], null)).toEqual([
      { key: 'GROSS_LABOR', label: 'Labor', value: null },
    ]);
    const amounts = { GROSS_LABOR: 88_529.05, LABOR_PERCENT: null };
    const cells = headlineCells(['GROSS_LABOR', 'LABOR_PERCENT'], { amounts });
    expect(cells.map(({ value }) => value)).toEqual(['$88,529.05', '–']);
  });
});
