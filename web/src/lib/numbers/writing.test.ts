import { describe, expect, it } from 'vitest';
import { formatFigure, writingOf } from '.';

describe('figures in words', () => {
  it.each([
    ['GROSS_SALES', 1234.5, '$1,234.50'],
    ['CHECKS', 1204, '1,204'],
    ['QUANTITY', 0.375, '0.375'],
    ['HOURS', 7.25, '7.25 h'],
    ['AVERAGE_MINUTES', 38.4, '38 min'],
    ['LABOR_PERCENT', 31.4159, '31%'],
    ['AVERAGE_CHECK', null, '–'],
    ['CASH_OVER_SHORT', 1, '+$1.00'],
    ['CASH_OVER_SHORT', -3.25, '-$3.25'],
    ['CASH_OVER_SHORT', 0, '$0.00'],
  ] as const)('%s: %s', (id, value, text) => {
    expect(formatFigure(id, value)).toBe(text);
  });

  it('have no decimals on bars', () => {
    expect(writingOf('GROSS_SALES').label(12.5)).toBe('$13');
    expect(writingOf('QUANTITY').label(12.375)).toBe('12');
    expect(writingOf('HOURS').label(7.25)).toBe('7 h');
  });

  it('have cents on the bars of a balance', () => {
    expect(writingOf('CASH_OVER_SHORT').label(0.4)).toBe('+$0.40');
    expect(writingOf('CASH_OVER_SHORT').axis(-2)).toBe('-$2');
  });
});
