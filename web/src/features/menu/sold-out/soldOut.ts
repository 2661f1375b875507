import type { MarkSoldOutRequest } from '@/api';
import {
  API_DATE_TIME,
  addDays,
  type BusinessDate,
  type DayStartSince,
  dateOf,
  dayBegin,
  wallTime,
} from '@/lib/dates';

/** Most days until a mark ends. */
const MOST_DAYS = 30;

/** The choices of a sold-out mark's end. */
export type SoldOutChoice = 'takenBack' | 'opening' | 'time';

/** The end of a sold-out mark, as the request has it. */
export type SoldOutEnd = Pick<MarkSoldOutRequest, 'until' | 'untilOpening'>;

/** First moment of a location's next business date, its wall time. */
export function nextOpening(today: BusinessDate, starts: readonly DayStartSince[]): string {
  return dayBegin(starts, addDays(dateOf(today), 1));
}

/** The latest moment that may be picked, as a date and time field takes it. */
export function latestPick(now: string): string {
  return `${addDays(now.slice(0, 10), MOST_DAYS)}${now.slice(10)}`;
}

/**
 * The end of a mark: `null` if the picked time is none, is past, or is too far away. `now` is the location's wall time
 * to the minute: `2026-11-21T18:30`.
 */
export function endOf(choice: SoldOutChoice, picked: string, now: string): SoldOutEnd | null {
  if (choice === 'takenBack') return {};
  // The server knows when the day of each location begins.
  if (choice === 'opening') return { untilOpening: true };
  const full = picked.length === 16 ? `${picked}:00` : picked;
  const fits =
    full.length === API_DATE_TIME.length && picked > now && picked.slice(0, 16) <= latestPick(now);
  return fits ? { until: full } : null;
}

/** Wall time of a time zone, to the minute. */
export function wallMinute(clock: Date, timeZone: string): string {
  return wallTime(clock.getTime() / 1000, timeZone).slice(0, 'YYYY-MM-DDTHH:MM'.length);
}
