import { expect, it } from 'vitest';
import { connectedDay } from '@/testing/data/connections';
import { isBehind, lagText } from './connectionWords';
import { othersSums, posSums } from './days/connectedDays';

it.each([
  [0, 'Up to date'],
  [180, 'Up to date'],
  [181, 'Up to 4 minutes behind'],
  [7199, 'Up to 120 minutes behind'],
  [7200, 'Up to 2 hours behind'],
  [172_800, 'Up to 2 days behind'],
])('a lag of %i seconds is %s', (seconds, text) => {
  expect(lagText(seconds)).toBe(text);
  expect(isBehind(seconds)).toBe(text !== 'Up to date');
});

it('sums of days are to the cent, and none until all are counted', () => {
  const second = connectedDay(2, {
    posNetSales: 0.2,
    posChecks: 1,
    sources: [
      { sourceName: 'a', checks: 1, netSales: 0.1 },
      { sourceName: 'b', checks: 2, netSales: 0.2 },
    ],
  });
  expect(othersSums([connectedDay(1), second])).toEqual({ checks: 43, netSales: 1600.3 });
  expect(posSums([connectedDay(1), second])).toEqual({ checks: 42, netSales: 1640.7 });
  expect(posSums([connectedDay(1), connectedDay(2, { posNetSales: null })])).toBeNull();
});
