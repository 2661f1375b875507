import { expect, it } from 'vitest';
import { dailyTabs, historyTabs, summaryKinds, tabFrom } from './tabs';

it('the tab of an address is the first by default', () => {
  expect([dailyTabs, historyTabs, summaryKinds].map(({ length }) => length)).toEqual([15, 10, 9]);
  expect(tabFrom(dailyTabs, 'item', 'sales')).toBe('item');
  expect(tabFrom(dailyTabs, 'nonsense', 'sales')).toBe('sales');
});
