import { describe, expect, it } from 'vitest';
import { formatAxisMoney, formatMoney, formatWholeMoney, sumMoney, toCents } from '.';

describe('money', () => {
  it('shows two decimals in rows', () => {
    expect(formatMoney(1234.5)).toBe('$1,234.50');
    expect(formatMoney(0)).toBe('$0.00');
    expect(formatMoney(-12.5)).toBe('-$12.50');
  });

  it('shows no sign on nothing', () => {
    expect(formatMoney(-0)).toBe('$0.00');
    expect(formatWholeMoney(-0.2)).toBe('$0');
  });

  it('shows no decimals on bars, rounded half away from zero', () => {
    expect(formatWholeMoney(1234.5)).toBe('$1,235');
    expect(formatWholeMoney(-1234.5)).toBe('-$1,235');
  });

  it('shortens axis ticks', () => {
    expect(formatAxisMoney(0)).toBe('$0');
    expect(formatAxisMoney(950)).toBe('$950');
    expect(formatAxisMoney(1250)).toBe('$1.3K');
    expect(formatAxisMoney(1_200_000)).toBe('$1.2M');
  });

  it('adds up exactly', () => {
    expect(sumMoney(Array.from({ length: 10 }, () => 0.1))).toBe(1);
    expect(sumMoney([0.1, 0.2, -0.3])).toBe(0);
    expect(sumMoney([])).toBe(0);
  });

  it('reads cents', () => {
    expect(toCents(19.99)).toBe(1999);
    expect(toCents(-0.29)).toBe(-29);
  });
});
