import type { Location, SetDayStartRequest } from '@/api';
import {
  addDays,
  type BusinessDate,
  type DayStartSince,
  dateOf,
  dayStartOn,
  withDayStart,
} from '@/lib/dates';
import { messages } from '@/lib/messages';

const words = messages.businessDay;

/** The form of the start of a location's days. */
export interface DayStartValues {
  /** `HH:MM`. */
  dayStart: string;
  from: 'tomorrow' | 'date' | 'all';
  /** The first date, if it is chosen; empty for none. */
  date: BusinessDate | '';
}

type Days = Pick<Location, 'businessDate' | 'dayStarts'>;

/** How far ahead a start may be set. */
const MOST_DAYS = 366;

/** The latest date from which a start may be set. */
export function latestDate(today: BusinessDate): BusinessDate {
  return addDays(dateOf(today), MOST_DAYS);
}

/** The date after the running one. */
export function tomorrowOf({ businessDate }: Pick<Days, 'businessDate'>): BusinessDate {
  return addDays(dateOf(businessDate), 1);
}

export function valuesOf(days: Days): DayStartValues {
  return { dayStart: dayStartOn(days.dayStarts, tomorrowOf(days)), from: 'tomorrow', date: '' };
}

/** The first date of the change: `null` for all, empty if it is not chosen yet. */
function firstDate({ from, date }: DayStartValues, days: Days): BusinessDate | '' | null {
  if (from === 'all') return null;
  return from === 'date' ? date : tomorrowOf(days);
}

/** Whether saving would leave each date as it is. */
export function changesNothing(values: DayStartValues, days: Days): boolean {
  const first = firstDate(values, days);
  if (first === '') return false;
  const after = withDayStart(days.dayStarts, first, values.dayStart);
  const isSame = (one: DayStartSince, index: number) =>
    one.dayStart === days.dayStarts[index]?.dayStart &&
    one.startDate === days.dayStarts[index]?.startDate;
  return after.length === days.dayStarts.length && after.every(isSame);
}

/** Whether dates that have begun would begin otherwise. */
export function reachesBack({ from, date }: DayStartValues, today: BusinessDate): boolean {
  return from === 'all' || (from === 'date' && date !== '' && date <= dateOf(today));
}

/** The first date of a planned start that saving would replace; `null` if there is none. */
export function plannedFrom(values: DayStartValues, days: Days): BusinessDate | null {
  const first = firstDate(values, days);
  if (first === '') return null;
  const later = first === null || first < tomorrowOf(days) ? tomorrowOf(days) : first;
  const planned = days.dayStarts.find(({ startDate }) => startDate !== null && startDate >= later);
  return planned?.startDate ?? null;
}

/** Problems by field. */
export function problemsOf({ from, date }: DayStartValues, today: BusinessDate) {
  if (from !== 'date') return {};
  if (date === '') return { date: words.dateRequired };
  return date > latestDate(today) ? { date: words.dateTooFar } : {};
}

export function requestOf({ dayStart, from, date }: DayStartValues) {
  return {
    dayStart,
    allDates: from === 'all',
    ...(from === 'date' && { startDate: date }),
  } satisfies Omit<SetDayStartRequest, 'posID'>;
}
