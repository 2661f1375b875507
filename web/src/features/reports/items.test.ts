import { describe, expect, it } from 'vitest';
import { itemRow } from '@/testing/reportRows';
import { matchItems, rankItems } from './items';

describe('rankItems', () => {
  it('ranks by sales with each share of all', () => {
    const { items, grossSales } = rankItems([
      itemRow('a', 'i1', 'Hawaiian M', { grossSales: 25, quantity: 0.375 }, 20),
      itemRow('a', 'i2', 'Hawaiian M', { grossSales: 75, quantity: 3 }),
    ]);
    expect(grossSales).toBe(100);
    expect(
      items.map(({ key, share, quantity, change }) => [key, share, quantity, change?.text]),
    ).toEqual([
      ['i2', 0.75, 3, undefined],
      ['i1', 0.25, 0.375, '+25%'],
    ]);
  });

  it('adds items of several locations up by name and category, not by id', () => {
    const { items } = rankItems([
      itemRow('a', 'i1', 'Margherita', { grossSales: 10, quantity: 0.1 }),
      itemRow('b', 'i9', 'Margherita', { grossSales: 20, quantity: 0.2 }),
      itemRow('b', 'i1', 'Cola', { grossSales: 5, minorCategory: 'Soft' }),
      itemRow('b', 'i2', 'Cola', { grossSales: 7, minorCategory: 'Diet' }),
    ]);
    expect(
      items.map(({ name, category, grossSales, quantity }) => [
        name,
        category,
        grossSales,
        quantity,
      ]),
    ).toEqual([
      ['Margherita', 'Food · Pizza', 30, 0.3],
      ['Cola', 'Food · Diet', 7, 1],
      ['Cola', 'Food · Soft', 5, 1],
    ]);
  });

  it('is nothing without rows', () => {
    expect(rankItems([])).toEqual({ items: [], grossSales: 0 });
  });
});

describe('matchItems', () => {
  const { items } = rankItems([
    itemRow('a', 'i1', 'Four Cheese L', { grossSales: 3 }),
    itemRow('a', 'i2', 'Hawaiian S', { grossSales: 2 }),
  ]);

  it('finds a part of the name, whatever its case', () => {
    expect(matchItems(items, ' CHEE ').map(({ name }) => name)).toEqual(['Four Cheese L']);
    expect(matchItems(items, 'xyz')).toEqual([]);
  });

  it('shows all for no search', () => {
    expect(matchItems(items, '  ')).toHaveLength(2);
  });
});
