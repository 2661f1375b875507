import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);

/**
 * A business date, `YYYY-MM-DD`: the trading day of a location, from a start on its wall clock to the next one. All
 * arithmetic is on the calendar alone (dayjs in UTC), so the device's time zone and its clock changes never shift a day.
 */
export type BusinessDate = string;

/** Format of the API's dates and times. */
export const API_DATE_TIME = 'YYYY-MM-DDTHH:mm:ss';

const DATE = 'YYYY-MM-DD';
const DEVICE_DAY_STARTS_AT_HOUR = 4;

function calendar(dateOrDateTime: string): dayjs.Dayjs {
  return dayjs.utc(dateOrDateTime);
}

/** Business date part of an API date and time. */
export function dateOf(dateTime: string): BusinessDate {
  return dateTime.slice(0, DATE.length);
}

/** First second of a date in the API's format. */
export function startOfDay(date: BusinessDate): string {
  return calendar(dateOf(date)).startOf('day').format(API_DATE_TIME);
}

/** Last second of a date in the API's format. */
export function endOfDay(date: BusinessDate): string {
  return calendar(dateOf(date)).endOf('day').format(API_DATE_TIME);
}

/** The date `days` later, or earlier when negative. */
export function addDays(date: BusinessDate, days: number): BusinessDate {
  return calendar(date).add(days, 'day').format(DATE);
}

/** The Monday of a date's week. */
export function mondayOf(date: BusinessDate): BusinessDate {
  return addDays(date, -((calendar(date).day() + 6) % 7));
}

/** Days from `start` to `end`, both counted. */
export function daysBetween(start: BusinessDate, end: BusinessDate): number {
  return calendar(dateOf(end)).diff(calendar(dateOf(start)), 'day') + 1;
}

/** A location's trading day, as in the list of locations. */
export interface TradingLocation {
  posID: string;
  /** Today at the location: a business date, or midnight of it in the API's format. */
  businessDate: string;
}

/** Business date of a wall clock that belongs to no location: the device's, four hours back. */
export function deviceBusinessDate(clock: Date): BusinessDate {
  return dayjs(clock).subtract(DEVICE_DAY_STARTS_AT_HOUR, 'hour').format(DATE);
}

/**
 * Today in reports: the selected location's business date. With all locations it is their latest, because a date is in
 * the future only if it is at all of them. The device's clock counts only until the locations are loaded.
 */
export function todayOf(
  locations: readonly TradingLocation[],
  posID: string | null,
  clock: Date,
): BusinessDate {
  const own = locations.filter((location) => posID === null || location.posID === posID);
  const dates = (own.length > 0 ? own : locations).map(({ businessDate }) => dateOf(businessDate));
  return dates.sort().at(-1) ?? deviceBusinessDate(clock);
}

/** `Nov 21, 2026`. */
export function formatDay(date: BusinessDate): string {
  return calendar(dateOf(date)).format('MMM D, YYYY');
}

/** `Saturday, November 21, 2026`, for headings and screen readers. */
export function formatLongDay(date: BusinessDate): string {
  return calendar(dateOf(date)).format('dddd, MMMM D, YYYY');
}

/** `Sat, Nov 21`. */
export function formatWeekday(date: BusinessDate): string {
  return calendar(dateOf(date)).format('ddd, MMM D');
}

/** `Nov 21`, for axis ticks. */
export function formatAxisDay(date: BusinessDate): string {
  return calendar(dateOf(date)).format('MMM D');
}

/** `Nov 2026`. */
export function formatMonth(date: BusinessDate): string {
  return calendar(dateOf(date)).format('MMM YYYY');
}

/** Wall time of an API date and time: `9:05 PM`. */
export function formatTime(dateTime: string): string {
  return calendar(dateTime).format('h:mm A');
}

/** Wall time of an API date and time, without the minutes of a whole hour: `11 AM`, `11:15 AM`. */
export function formatShortTime(dateTime: string): string {
  return formatTime(dateTime).replace(':00', '');
}

/** Time of day on the device: `2:05 PM`. */
export function formatClock(clock: Date): string {
  return dayjs(clock).format('h:mm A');
}

/** `Saturday`. */
export function weekdayOf(date: BusinessDate): string {
  return calendar(dateOf(date)).format('dddd');
}
