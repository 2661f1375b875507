import { type BusinessDate, dateOf, formatTime } from './businessDate';

/** When business dates begin, from one on. */
export interface DayStartSince {
  /** `HH:MM` of the wall clock. */
  dayStart: string;
  /** The first of them; `null`: all before the next entry. */
  startDate: BusinessDate | null;
}

/** The start where nobody set another. */
const STANDARD_START = '04:00';

/** The start that holds for a date; `starts` are in order. */
export function dayStartOn(starts: readonly DayStartSince[], date: BusinessDate): string {
  const day = dateOf(date);
  const held = starts.findLast(({ startDate }) => startDate === null || startDate <= day);
  return held?.dayStart ?? STANDARD_START;
}

/** The starts with another one from a date on, with `null` for every date. Those of later dates end with it. */
export function withDayStart(
  starts: readonly DayStartSince[],
  startDate: BusinessDate | null,
  dayStart: string,
): DayStartSince[] {
  if (startDate === null) return [{ startDate, dayStart }];
  const before = starts.filter((one) => one.startDate === null || one.startDate < startDate);
  return before.at(-1)?.dayStart === dayStart ? before : [...before, { startDate, dayStart }];
}

/** The wall time at which a date begins, in the API's format. */
export function dayBegin(starts: readonly DayStartSince[], date: BusinessDate): string {
  return `${dateOf(date)}T${dayStartOn(starts, date)}:00`;
}

/** A start of the day: `4:00 AM`. */
export function formatDayStart(dayStart: string): string {
  return formatTime(`1970-01-01T${dayStart}:00`);
}

/** Quarters of an hour at which a day may begin: 12:00 AM to 11:45 AM. */
export const dayStartChoices = Array.from({ length: 48 }, (_, quarter) => {
  const part = (value: number) => String(value).padStart(2, '0');
  const value = `${part(Math.floor(quarter / 4))}:${part((quarter % 4) * 15)}`;
  return { value, label: formatDayStart(value) };
});
