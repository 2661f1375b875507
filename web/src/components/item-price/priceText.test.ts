import { describe, expect, it } from 'vitest';
import type { Item } from '@/api';
import { menuItem } from '@/testing/data/menuRows';
import { priceText } from './priceText';

describe('the price of an item in words', () => {
  it('is the price in force, or a given one', () => {
    const item = menuItem('m', { price: 12.5 });
    expect(priceText(item)).toBe('$12.50');
    expect(priceText(item, 10)).toBe('$10.00');
  });

  it('is no amount if it is open', () => {
    const item = menuItem('m', { price: 0, openPrice: true });
    expect(priceText(item)).toBe('Open price');
    expect(priceText(item, 0)).toBe('Open price');
  });

  it('is an amount in an answer of an earlier version', () => {
    const { openPrice: _, ...kept } = menuItem('m', { price: 12.5 });
    expect(priceText(kept as Item)).toBe('$12.50');
  });
});
