import { expect, it } from 'vitest';
import { splitOf, splitReports } from '../split/catalogue';
import { dailyTabs, historyTabs, summaryKinds, tabFrom } from './tabs';

it('each tab of a split has its own report and figures', () => {
  const split = dailyTabs.filter(({ key }) => key !== 'sales' && key !== 'summary');
  expect(split.length).toBeGreaterThan(Object.keys(splitReports).length);
  for (const { key } of split) {
    const { report, main, line, useRows } = splitOf(key) ?? {};
    expect(report?.tab.key).toBe(key);
    expect(report?.figureIds).toEqual(expect.arrayContaining([main, ...(line ?? [])]));
    expect(useRows).toBeTypeOf('function');
  }
});

it('the tab of an address is the first by default', () => {
  expect([historyTabs, summaryKinds].map(({ length }) => length)).toEqual([10, 9]);
  expect(tabFrom(dailyTabs, 'item', 'sales')).toBe('item');
  expect(tabFrom(dailyTabs, 'nonsense', 'sales')).toBe('sales');
});
