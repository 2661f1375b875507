import dayjs from 'dayjs';
import { addDays, type BusinessDate, dateOf } from './businessDate';
import { clockOf } from './clocks';

/**
 * Moments as the card provider has them, seconds since 1970, on a location's clock. A business date
 * begins at 04:00 of that clock.
 */

const DAY_STARTS_AT_HOUR = 4;
const HOUR = 3600;

/** The wall time of a moment, in the API's format. */
export function wallTime(seconds: number, timeZone: string): string {
  const parts = clockOf(timeZone).formatToParts(seconds * 1000);
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? '';
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  return `${date}T${part('hour')}:${part('minute')}:${part('second')}`;
}

/** The business date that a moment belongs to. */
export function businessDateAt(seconds: number, timeZone: string): BusinessDate {
  const wall = wallTime(seconds, timeZone);
  const date = dateOf(wall);
  return Number(wall.slice(11, 13)) < DAY_STARTS_AT_HOUR ? addDays(date, -1) : date;
}

/** The moment at which a business date begins. */
export function businessDayStart(date: BusinessDate, timeZone: string): number {
  const wanted = secondsOf(`${dateOf(date)}T00:00:00`) + DAY_STARTS_AT_HOUR * HOUR;
  // The first guess may lie beyond a change of clocks; the second does not.
  let guess = wanted;
  for (let round = 0; round < 2; round++) {
    guess += wanted - secondsOf(wallTime(guess, timeZone));
  }
  return guess;
}

/** A date that the provider gives as midnight in UTC, such as a payout's arrival. */
export function utcDate(seconds: number): BusinessDate {
  return new Date(seconds * 1000).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Seconds since 1970 of a wall time, as if it were in UTC. */
function secondsOf(wall: string): number {
  return dayjs.utc(wall).unix();
}
