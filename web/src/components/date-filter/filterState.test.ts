import { describe, expect, it } from 'vitest';
import { dayRange } from '@/lib/dates';
import { chosenRange, type FilterAction, filterReducer, initialFilter } from './filterState';

const TODAY = '2026-11-21';
const NOW = '2026-11-21T15:04:05';
const reduce = filterReducer(TODAY);
const opened = initialFilter(dayRange('2026-10-01', '2026-10-05', TODAY));

function having(...actions: FilterAction[]) {
  return actions.reduce(reduce, opened);
}

describe('the filter sheet', () => {
  it('opens on the month in which the shown span ends', () => {
    expect(chosenRange(opened, TODAY, NOW)).toEqual({
      startDate: '2026-10-01T00:00:00',
      endDate: '2026-10-31T23:59:59',
      label: 'Oct 2026',
    });
  });

  it('gives a month', () => {
    const state = having({ type: 'year-stepped', step: -1 }, { type: 'month-picked', monthId: 11 });
    expect(chosenRange(state, TODAY, NOW).label).toBe('Dec 2025');
  });

  it('gives a year', () => {
    const state = having(
      { type: 'unit-picked', unit: 'year' },
      { type: 'year-picked', year: 2026 },
    );
    expect(chosenRange(state, TODAY, NOW)).toMatchObject({
      startDate: '2026-01-01T00:00:00',
      endDate: NOW,
    });
  });

  it('gives two dates, by the rules of a range', () => {
    const state = having(
      { type: 'range-switched', on: true },
      { type: 'end-picked', date: '2026-09-20' },
    );
    expect(chosenRange(state, TODAY, NOW)).toMatchObject({
      startDate: '2026-09-20T00:00:00',
      endDate: '2026-09-20T23:59:59',
    });
  });

  it('leaves a month that the current year does not offer yet', () => {
    const state = having(
      { type: 'year-picked', year: 2025 },
      { type: 'month-picked', monthId: 11 },
      { type: 'year-stepped', step: 1 },
    );
    expect(state).toMatchObject({ year: 2026, monthId: 10 });
  });

  it('stops at the years it covers', () => {
    expect(having({ type: 'year-stepped', step: 1 }).year).toBe(2026);
    expect(
      having({ type: 'year-picked', year: 2017 }, { type: 'year-stepped', step: -1 }).year,
    ).toBe(2017);
  });
});
