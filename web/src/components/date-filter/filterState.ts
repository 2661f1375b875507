import {
  adjacentYear,
  type BusinessDate,
  type DateRange,
  dateOf,
  monthRange,
  monthsOf,
  withEnd,
  withStart,
  yearRange,
} from '@/lib/dates';

/** The choices in the filter sheet before they are applied. */
export interface FilterState {
  /** The 'Date Range' switch: two dates instead of a month or a year. */
  byRange: boolean;
  unit: 'month' | 'year';
  year: number;
  /** 0 to 11. */
  monthId: number;
  range: DateRange;
}

export type FilterAction =
  | { type: 'range-switched'; on: boolean }
  | { type: 'unit-picked'; unit: FilterState['unit'] }
  | { type: 'year-picked'; year: number }
  | { type: 'year-stepped'; step: 1 | -1 }
  | { type: 'month-picked'; monthId: number }
  | { type: 'start-picked'; date: BusinessDate }
  | { type: 'end-picked'; date: BusinessDate };

/** The sheet opens on the month in which the shown span ends. */
export function initialFilter(range: DateRange): FilterState {
  const end = dateOf(range.endDate);
  return {
    byRange: false,
    unit: 'month',
    year: Number(end.slice(0, 4)),
    monthId: Number(end.slice(5, 7)) - 1,
    range,
  };
}

/** Reducer of the sheet for a given today: choices stay between it and the years covered. */
export function filterReducer(today: BusinessDate) {
  return (state: FilterState, action: FilterAction): FilterState => {
    switch (action.type) {
      case 'range-switched':
        return { ...state, byRange: action.on };
      case 'unit-picked':
        return { ...state, unit: action.unit };
      case 'year-picked':
        return inYear(state, action.year, today);
      case 'year-stepped':
        return inYear(state, adjacentYear(state.year, action.step, today) ?? state.year, today);
      case 'month-picked':
        return { ...state, monthId: action.monthId };
      case 'start-picked':
        return { ...state, range: withStart(state.range, action.date, today) };
      case 'end-picked':
        return { ...state, range: withEnd(state.range, action.date, today) };
    }
  };
}

/** If the year does not offer the month, its last one is chosen. */
function inYear(state: FilterState, year: number, today: BusinessDate): FilterState {
  const last = monthsOf(year, today).at(-1)?.id ?? 0;
  return { ...state, year, monthId: Math.min(state.monthId, last) };
}

/** The span that 'Apply Filter' gives. */
export function chosenRange(state: FilterState, today: BusinessDate, now: string): DateRange {
  if (state.byRange) {
    return state.range;
  }
  return state.unit === 'year'
    ? yearRange(state.year, today, now)
    : monthRange(state.year, state.monthId, today, now);
}
