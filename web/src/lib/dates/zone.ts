import dayjs from 'dayjs';
import { addDays, type BusinessDate, dateOf, daysBetween } from './businessDate';
import { clockOf } from './clocks';
import { type DayStartSince, dayBegin } from './dayStarts';

/** Moments, in seconds since 1970, on a location's clock. */

const DAY = 86_400;

/** A location's clock. */
export interface DayClock {
  /** IANA name. */
  timeZone: string;
  dayStarts: readonly DayStartSince[];
}

/** A location's trading day on its clock. */
export interface RunningDay extends DayClock {
  /** Today at the location: a business date, or midnight of it in the API's format. */
  businessDate: string;
}

/** The wall time of a moment, in the API's format. */
export function wallTime(seconds: number, timeZone: string): string {
  const parts = clockOf(timeZone).formatToParts(seconds * 1000);
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? '';
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  return `${date}T${part('hour')}:${part('minute')}:${part('second')}`;
}

/** The business date that a moment belongs to: the last one that has begun. */
export function businessDateAt(seconds: number, { timeZone, dayStarts }: DayClock): BusinessDate {
  const wall = wallTime(seconds, timeZone);
  const date = dateOf(wall);
  return wall < dayBegin(dayStarts, date) ? addDays(date, -1) : date;
}

/** The moment at which a business date begins: of two the earlier; where the clock skips it, as much later. */
export function businessDayStart(date: BusinessDate, { timeZone, dayStarts }: DayClock): number {
  const wanted = secondsOf(dayBegin(dayStarts, date));
  const offsetAt = (seconds: number) => secondsOf(wallTime(seconds, timeZone)) - seconds;
  // Within a day the clock may have changed: it did so before the start or after it.
  const before = wanted - offsetAt(wanted - DAY);
  const after = wanted - offsetAt(wanted + DAY);
  const isShown = (moment: number) => secondsOf(wallTime(moment, timeZone)) === wanted;
  return isShown(after) && !isShown(before) ? after : before;
}

/**
 * The hour of a business date on a location's clock, counted from 00:00 of the date: 25 is 1 AM the next morning.
 * `null` if the device's clock is not within the date.
 */
export function runningHour(location: Readonly<RunningDay>, clock: Date): number | null {
  const seconds = clock.getTime() / 1000;
  const date = dateOf(location.businessDate);
  if (businessDateAt(seconds, location) !== date) return null;
  const wall = wallTime(seconds, location.timeZone);
  return (daysBetween(date, wall) - 1) * 24 + Number(wall.slice(11, 13));
}

/** A date that the provider gives as midnight in UTC, such as a payout's arrival. */
export function utcDate(seconds: number): BusinessDate {
  return new Date(seconds * 1000).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Seconds since 1970 of a wall time, as if it were in UTC. */
function secondsOf(wall: string): number {
  return dayjs.utc(wall).unix();
}
