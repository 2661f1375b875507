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

  it('finds an open price by its words, not as $0.00', () => {
    const open = offeredItem('o', { displayName: 'Corkage', price: 0, openPrice: true });
    expect(matchingItems([red, open], 'open')).toEqual([open]);
    expect(matchingItems([red, open], '0.00')).toEqual([]);
  });
});

describe('estimates', () => {
  it('are sums to the cent', () => {
    const items = [
      offeredItem('a', { price: 0.1, estimatedCost: 0.03 }),
      offeredItem('b', { price: 0.2, estimatedCost: 0.04 }),
    ];
    const complete = { salesIncomplete: false, profitIncomplete: false };
    expect(estimatesOf(items)).toEqual({ sales: 0.3, profit: 0.23, ...complete });
    expect(estimatesOf([])).toEqual({ sales: 0, profit: 0, ...complete });
  });

  it('count an unknown cost as 0, and mark it', () => {
    const items = [
      offeredItem('a', { price: 10, estimatedCost: 3 }),
      offeredItem('b', { price: 5, estimatedCost: null }),
    ];
    expect(estimatesOf(items)).toEqual({
      sales: 15,
      salesIncomplete: false,
      profit: 12,
      profitIncomplete: true,
    });
  });

  it('leave an item with an open price out, and mark it', () => {
    const open = offeredItem('o', { price: 0, openPrice: true, estimatedCost: 3 });
    expect(estimatesOf([red, open])).toEqual({
      sales: 24,
      salesIncomplete: true,
      profit: 21,
      profitIncomplete: true,
    });
  });
});
