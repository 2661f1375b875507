import { describe, expect, it } from 'vitest';
import {
  centsTyped,
  discounted,
  formatAxisMoney,
  formatMinor,
  formatMoney,
  formatWholeMoney,
  sumMoney,
  toCents,
  typedMoney,
} from '.';

describe('money', () => {
  it('shows two decimals in rows', () => {
    expect(formatMoney(1234.5)).toBe('$1,234.50');
    expect(formatMoney(0)).toBe('$0.00');
    expect(formatMoney(-12.5)).toBe('-$12.50');
  });

  it('shows minor units in their currency', () => {
    expect(formatMinor(123_450, 'usd')).toBe('$1,234.50');
    expect(formatMinor(-500, 'jpy')).toBe('-¥500');
    expect(formatMinor(5120, 'kwd')).toBe('KWD\u00a05.120');
    expect(formatMinor(500, 'isk')).toBe('ISK\u00a05.00');
    expect(formatMinor(999, 'eur')).toBe('€9.99');
  });

  it('shows no sign on zero', () => {
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

describe('money that is typed', () => {
  it('is read to the cent, with or without sign and commas', () => {
    expect(centsTyped('12.5')).toBe(1250);
    expect(centsTyped(' $1,234.50 ')).toBe(123450);
    expect(centsTyped('0')).toBe(0);
    expect(centsTyped('7.')).toBe(700);
    expect(centsTyped('1000000')).toBe(100_000_000);
    for (const wrong of ['', '-1', '1.234', '1,23', 'abc', '.', '1e3', '12 50']) {
      expect(centsTyped(wrong)).toBeNull();
    }
  });

  it('is written to be typed over', () => {
    expect(typedMoney(1234.5)).toBe('1234.50');
    expect(typedMoney(0.07)).toBe('0.07');
    expect(centsTyped(typedMoney(19.99))).toBe(1999);
  });
});

describe('a price on offer', () => {
  it('is rounded half away from zero', () => {
    expect(discounted(12.5, 20)).toBe(10);
    expect(discounted(0.1, 25)).toBe(0.08);
    expect(discounted(9.99, 100)).toBe(0);
    expect(discounted(9.99, 0)).toBe(9.99);
  });
});
