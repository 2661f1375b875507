import { describe, expect, it } from 'vitest';
import {
  addDays,
  daysBetween,
  deviceBusinessDate,
  endOfDay,
  formatClock,
  formatDay,
  formatShortTime,
  formatTime,
  formatWeekday,
  startOfDay,
  todayOf,
  weekdayOf,
} from '.';

describe('business dates', () => {
  it('are written in the format of the API', () => {
    expect(startOfDay('2026-03-08')).toBe('2026-03-08T00:00:00');
    expect(endOfDay('2026-03-08')).toBe('2026-03-08T23:59:59');
    expect(endOfDay('2026-03-08T10:00:00')).toBe('2026-03-08T23:59:59');
  });

  it('count on the calendar, across clock changes and years', () => {
    expect(addDays('2026-03-07', 2)).toBe('2026-03-09');
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(3);
    expect(daysBetween('2026-01-01T00:00:00', '2026-01-01T23:59:59')).toBe(1);
  });

  it('end at 04:00 on the device', () => {
    expect(deviceBusinessDate(new Date(2026, 10, 21, 3, 59))).toBe('2026-11-20');
    expect(deviceBusinessDate(new Date(2026, 10, 21, 4, 0))).toBe('2026-11-21');
  });
});

describe('todayOf', () => {
  const locations = [
    { posID: 'east', businessDate: '2026-11-21' },
    { posID: 'west', businessDate: '2026-11-20' },
  ];
  const clock = new Date(2030, 0, 1, 12);

  it("is the selected location's date on any device", () => {
    expect(todayOf(locations, 'west', clock)).toBe('2026-11-20');
    expect(todayOf(locations, 'east', clock)).toBe('2026-11-21');
  });

  it('is the latest date without a selection', () => {
    expect(todayOf(locations, null, clock)).toBe('2026-11-21');
    expect(todayOf(locations, 'gone', clock)).toBe('2026-11-21');
  });

  it('falls back to the device until locations are loaded', () => {
    expect(todayOf([], 'east', clock)).toBe('2030-01-01');
  });
});

describe('dates for people', () => {
  it('are short', () => {
    expect(formatDay('2026-11-21T00:00:00')).toBe('Nov 21, 2026');
    expect(formatWeekday('2026-11-21')).toBe('Sat, Nov 21');
    expect(formatTime('2026-11-21T21:05:00')).toBe('9:05 PM');
    expect(formatClock(new Date(2026, 10, 21, 14, 5))).toBe('2:05 PM');
    expect(formatShortTime('2026-11-21T11:00:00')).toBe('11 AM');
    expect(formatShortTime('2026-11-22T00:15:00')).toBe('12:15 AM');
    expect(weekdayOf('2026-11-21')).toBe('Saturday');
  });
});
