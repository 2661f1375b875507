import type { BusinessDate } from '../dates';

/** The earlier of two days; an empty one counts as none. */
export function earlierDay(a: BusinessDate, b: BusinessDate): BusinessDate {
  return a !== '' && (b === '' || a < b) ? a : b;
}

/**
 * The day of each row in a list that begins with the newest: never later than that of a row before. Clocks of two
 * locations may show two dates at once, and a day that has begun does not begin again.
 */
export function runningDays(dates: readonly BusinessDate[]): readonly BusinessDate[] {
  let day: BusinessDate = '';
  return dates.map((date) => {
    day = earlierDay(day, date);
    return day;
  });
}

/** The day that begins with a row; `null` where it began before. `dayBefore`: the one that runs when the page begins. */
export function dayBegun(
  days: readonly BusinessDate[],
  at: number,
  dayBefore: BusinessDate,
): BusinessDate | null {
  const before = earlierDay(dayBefore, days[at - 1] ?? '');
  const day = earlierDay(before, days[at] ?? '');
  return day === before ? null : day;
}
