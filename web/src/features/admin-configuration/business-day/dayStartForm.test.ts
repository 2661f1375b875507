import { describe, expect, it } from 'vitest';
import {
  changesNothing,
  type DayStartValues,
  plannedFrom,
  problemsOf,
  reachesBack,
  requestOf,
  valuesOf,
} from './dayStartForm';

const four = { startDate: null, dayStart: '04:00' };
const since = (startDate: string, dayStart: string) => ({ startDate, dayStart });
const days = (...later: { startDate: string; dayStart: string }[]) => ({
  businessDate: '2026-11-21T00:00:00',
  dayStarts: [four, ...later],
});
const values = (change: Partial<DayStartValues> = {}): DayStartValues => ({
  dayStart: '04:00',
  from: 'tomorrow',
  date: '',
  ...change,
});

describe('the form of the start of the day', () => {
  it('begins with the start that holds tomorrow', () => {
    expect(valuesOf(days())).toEqual(values());
    expect(valuesOf(days(since('2026-11-22', '06:00'))).dayStart).toBe('06:00');
  });

  it('knows what would change nothing', () => {
    expect(changesNothing(values(), days())).toBe(true);
    expect(changesNothing(values({ from: 'all' }), days())).toBe(true);
    expect(changesNothing(values({ dayStart: '06:00' }), days())).toBe(false);
    const sixLately = days(since('2026-11-10', '06:00'));
    const six = { dayStart: '06:00' };
    expect(changesNothing(values(six), sixLately)).toBe(true);
    expect(changesNothing(values({ ...six, from: 'date', date: '2026-11-10' }), sixLately)).toBe(
      true,
    );
    expect(changesNothing(values({ ...six, from: 'date', date: '2026-11-09' }), sixLately)).toBe(
      false,
    );
    expect(changesNothing(values({ ...six, from: 'all' }), sixLately)).toBe(false);
    // Without a date it is not known yet.
    expect(changesNothing(values({ from: 'date' }), days())).toBe(false);
  });

  it('reaches back from today and from earlier dates', () => {
    const back = (change: Partial<DayStartValues>) => reachesBack(values(change), '2026-11-21');
    expect(back({})).toBe(false);
    expect(back({ from: 'date' })).toBe(false);
    expect(back({ from: 'date', date: '2026-11-22' })).toBe(false);
    expect(back({ from: 'date', date: '2026-11-21' })).toBe(true);
    expect(back({ from: 'all' })).toBe(true);
  });

  it('names the planned start that it replaces', () => {
    const planned = days(since('2026-11-10', '05:00'), since('2026-12-01', '06:00'));
    expect(plannedFrom(values(), planned)).toBe('2026-12-01');
    expect(plannedFrom(values({ from: 'all' }), planned)).toBe('2026-12-01');
    expect(plannedFrom(values({ from: 'date', date: '2026-12-02' }), planned)).toBeNull();
    expect(plannedFrom(values({ from: 'date' }), planned)).toBeNull();
    expect(plannedFrom(values({ from: 'all' }), days(since('2026-11-10', '05:00')))).toBeNull();
  });

  it('requires a date within the next year', () => {
    const wrong = (change: Partial<DayStartValues>) => problemsOf(values(change), '2026-11-21');
    expect(wrong({})).toEqual({});
    expect(wrong({ date: '2030-01-01' })).toEqual({});
    expect(wrong({ from: 'date', date: '2001-01-01' })).toEqual({});
    expect(wrong({ from: 'date', date: '2027-11-22' })).toEqual({});
    expect(wrong({ from: 'date' })).toEqual({ date: 'Please choose a date.' });
    expect(wrong({ from: 'date', date: '2027-11-23' })).toEqual({
      date: 'Please choose a date within the next year.',
    });
  });

  it('sends the chosen dates', () => {
    const dayStart = '06:00';
    expect(requestOf(values({ dayStart, date: '2026-12-01' }))).toEqual({
      dayStart,
      allDates: false,
    });
    expect(requestOf(values({ dayStart, from: 'date', date: '2026-12-01' }))).toEqual({
      dayStart,
      allDates: false,
      startDate: '2026-12-01',
    });
    expect(requestOf(values({ dayStart, from: 'all' }))).toEqual({ dayStart, allDates: true });
  });
});
