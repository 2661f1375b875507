import { expect, it } from 'vitest';
import { dailyTabs, historyTabs, summaryKinds, tabFrom } from './tabs';

it('is the tab that an address names, else the first', () => {
  expect([dailyTabs, historyTabs, summaryKinds].map(({ length }) => length)).toEqual([15, 10, 9]);
  expect(tabFrom(dailyTabs, 'item', 'sales')).toBe('item');
  expect(tabFrom(dailyTabs, 'nonsense', 'sales')).toBe('sales');
});
