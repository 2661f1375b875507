import { expect, it } from 'vitest';
import { splitReports } from '../split/catalogue';
import { dailyTabs, historyTabs, summaryKinds, tabFrom } from './tabs';

it('each report of the catalogue has a tab, and each tab a report', () => {
  const keys = ['sales', ...Object.keys(splitReports), 'summary'];
  expect(dailyTabs.map(({ key }) => key).sort()).toEqual(keys.sort());
});

it('the tab of an address is the first by default', () => {
  expect([historyTabs, summaryKinds].map(({ length }) => length)).toEqual([10, 9]);
  expect(tabFrom(dailyTabs, 'item', 'sales')).toBe('item');
  expect(tabFrom(dailyTabs, 'nonsense', 'sales')).toBe('sales');
});
