import { describe, expect, it } from 'vitest';
import { businessDateAt, businessDayStart, runningHour, utcDate, wallTime } from './zone';

const newYork = 'America/New_York';
const four = { timeZone: newYork, dayStarts: [{ startDate: null, dayStart: '04:00' }] };
const later = {
  ...four,
  dayStarts: [...four.dayStarts, { startDate: '2026-11-21', dayStart: '06:15' }],
};
const at = (iso: string) => Date.parse(iso) / 1000;

describe("moments on a location's clock", () => {
  it('are wall times of the location on any device', () => {
    expect(wallTime(at('2026-11-21T17:04:05Z'), newYork)).toBe('2026-11-21T12:04:05');
    expect(wallTime(at('2026-07-01T17:04:05Z'), newYork)).toBe('2026-07-01T13:04:05');
    expect(wallTime(at('2026-11-21T05:00:00Z'), newYork)).toBe('2026-11-21T00:00:00');
    expect(wallTime(at('2026-11-21T17:04:05Z'), 'Pacific/Honolulu')).toBe('2026-11-21T07:04:05');
  });

  it('belong to the day before until the next one begins', () => {
    expect(businessDateAt(at('2026-11-21T08:59:59Z'), four)).toBe('2026-11-20');
    expect(businessDateAt(at('2026-11-21T09:00:00Z'), four)).toBe('2026-11-21');
    expect(businessDateAt(at('2026-11-22T04:59:00Z'), four)).toBe('2026-11-21');
    // Days that begin at 6:15 from November 21 on: the one before is longer.
    expect(businessDateAt(at('2026-11-20T09:00:00Z'), later)).toBe('2026-11-20');
    expect(businessDateAt(at('2026-11-21T11:14:59Z'), later)).toBe('2026-11-20');
    expect(businessDateAt(at('2026-11-21T11:15:00Z'), later)).toBe('2026-11-21');
  });

  it('begin a date at its start, also at changes of clocks', () => {
    for (const [location, date, start] of [
      [four, '2026-11-21', '2026-11-21T09:00:00Z'],
      [four, '2026-07-01', '2026-07-01T08:00:00Z'],
      // Clocks go forward in the night to March 8, and back in the night to November 1.
      [four, '2026-03-07', '2026-03-07T09:00:00Z'],
      [four, '2026-03-08', '2026-03-08T08:00:00Z'],
      [four, '2026-10-31', '2026-10-31T08:00:00Z'],
      [four, '2026-11-01', '2026-11-01T09:00:00Z'],
      [later, '2026-11-20', '2026-11-20T09:00:00Z'],
      [later, '2026-11-21', '2026-11-21T11:15:00Z'],
    ] as const) {
      expect(businessDayStart(date, location)).toBe(at(start));
      expect(businessDateAt(at(start), location)).toBe(date);
      expect(businessDateAt(at(start) - 1, location)).not.toBe(date);
    }
  });

  it('begin later where the clock skips the start', () => {
    const early = (timeZone: string, dayStart: string) => ({
      timeZone,
      dayStarts: [{ startDate: null, dayStart }],
    });
    const start = (date: string, timeZone: string, dayStart: string) =>
      businessDayStart(date, early(timeZone, dayStart));
    expect(start('2026-03-08', newYork, '02:30')).toBe(at('2026-03-08T07:30:00Z'));
    expect(start('2026-11-01', newYork, '01:30')).toBe(at('2026-11-01T05:30:00Z'));
    expect(start('2026-10-25', 'Europe/Berlin', '02:30')).toBe(at('2026-10-25T00:30:00Z'));
  });

  it('are dates if the provider gives dates', () => {
    expect(utcDate(at('2026-11-23T00:00:00Z'))).toBe('2026-11-23');
  });
});

describe('runningHour', () => {
  const day = { ...four, businessDate: '2026-11-21T00:00:00' };

  it("is the location's own hour, counted on past midnight", () => {
    expect(runningHour(day, new Date('2026-11-21T18:20:00Z'))).toBe(13);
    expect(runningHour(day, new Date('2026-11-22T06:59:00Z'))).toBe(25);
    expect(runningHour({ ...day, timeZone: 'Asia/Tokyo' }, new Date('2026-11-21T03:00:00Z'))).toBe(
      12,
    );
  });

  it('is up to 35 where the day begins before noon', () => {
    const noon = { ...day, dayStarts: [{ startDate: null, dayStart: '11:45' }] };
    expect(runningHour(noon, new Date('2026-11-21T16:45:00Z'))).toBe(11);
    expect(runningHour(noon, new Date('2026-11-22T16:44:00Z'))).toBe(35);
    expect(runningHour(noon, new Date('2026-11-22T16:45:00Z'))).toBeNull();
  });

  it('is unknown where the clock shows another business date', () => {
    expect(runningHour(day, new Date('2026-11-22T09:00:00Z'))).toBeNull();
    expect(runningHour(day, new Date('2026-11-21T08:59:00Z'))).toBeNull();
  });
});
