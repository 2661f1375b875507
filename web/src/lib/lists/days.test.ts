import { expect, it } from 'vitest';
import { dayBegun, runningDays } from './days';

function headings(dates: string[], dayBefore = '') {
  const days = runningDays(dates);
  return dates.map((_, at) => dayBegun(days, at, dayBefore));
}

it('a day begins with its first row', () => {
  expect(headings(['2026-07-18', '2026-07-18', '2026-07-17'])).toEqual([
    '2026-07-18',
    null,
    '2026-07-17',
  ]);
});

it('a day goes on from the page before', () => {
  expect(headings(['2026-07-18', '2026-07-17'], '2026-07-18')).toEqual([null, '2026-07-17']);
});

it('a day begins once where two locations have two dates', () => {
  expect(headings(['2026-07-18', '2026-07-17', '2026-07-18'])).toEqual([
    '2026-07-18',
    '2026-07-17',
    null,
  ]);
  expect(headings(['2026-07-18', '2026-07-16'], '2026-07-17')).toEqual([null, '2026-07-16']);
});

it('rows without a day have no heading', () => {
  expect(dayBegun([], 0, '')).toBeNull();
});
