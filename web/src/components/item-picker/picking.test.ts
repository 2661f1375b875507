import { describe, expect, it } from 'vitest';
import { offeredItem } from '@/testing/data/guests';
import { estimatesOf } from './estimates';
import { matchingItems } from './matching';

const red = offeredItem('w', { itemName: 'VINO R', displayName: 'House red', price: 24 });
const pizza = offeredItem('m', { itemName: 'MARG M', displayName: 'Margherita', price: 12.5 });
const found = (words: string) => matchingItems([red, pizza], words).map((item) => item.posItemID);

describe('searching items', () => {
  it('finds both names in any case, and prices', () => {
    expect(found('')).toEqual(['w', 'm']);
    expect(found(' vino ')).toEqual(['w']);
    expect(found('MARGHERITA')).toEqual(['m']);
    expect(found('12.50')).toEqual(['m']);
    expect(found('$24')).toEqual(['w']);
    expect(found('cake')).toEqual([]);
  });
});

describe('estimates', () => {
  it('are sums to the cent', () => {
    const items = [
      { price: 0.1, estimatedCost: 0.03 },
      { price: 0.2, estimatedCost: 0.04 },
    ];
    expect(estimatesOf(items)).toEqual({ sales: 0.3, profit: 0.23, incomplete: false });
    expect(estimatesOf([])).toEqual({ sales: 0, profit: 0, incomplete: false });
  });

  it('count an unknown cost as 0, and mark it', () => {
    const items = [
      { price: 10, estimatedCost: 3 },
      { price: 5, estimatedCost: null },
    ];
    expect(estimatesOf(items)).toEqual({ sales: 15, profit: 12, incomplete: true });
  });
});
