import { describe, expect, it } from 'vitest';
import { businessDateAt, businessDayStart, utcDate, wallTime } from './zone';

const newYork = 'America/New_York';
const at = (iso: string) => Date.parse(iso) / 1000;

describe("moments on a location's clock", () => {
  it('are wall times of the location on any device', () => {
    expect(wallTime(at('2026-11-21T17:04:05Z'), newYork)).toBe('2026-11-21T12:04:05');
    expect(wallTime(at('2026-07-01T17:04:05Z'), newYork)).toBe('2026-07-01T13:04:05');
    expect(wallTime(at('2026-11-21T05:00:00Z'), newYork)).toBe('2026-11-21T00:00:00');
    expect(wallTime(at('2026-11-21T17:04:05Z'), 'Pacific/Honolulu')).toBe('2026-11-21T07:04:05');
  });

  it('belong to the day before until four in the morning', () => {
    expect(businessDateAt(at('2026-11-21T08:59:59Z'), newYork)).toBe('2026-11-20');
    expect(businessDateAt(at('2026-11-21T09:00:00Z'), newYork)).toBe('2026-11-21');
    expect(businessDateAt(at('2026-11-22T04:59:00Z'), newYork)).toBe('2026-11-21');
  });

  it('begin a business date at four, also at changes of clocks', () => {
    for (const [date, start] of [
      ['2026-11-21', '2026-11-21T09:00:00Z'],
      ['2026-07-01', '2026-07-01T08:00:00Z'],
      // Clocks go forward in the night to March 8, and back in the night to November 1.
      ['2026-03-07', '2026-03-07T09:00:00Z'],
      ['2026-03-08', '2026-03-08T08:00:00Z'],
      ['2026-10-31', '2026-10-31T08:00:00Z'],
      ['2026-11-01', '2026-11-01T09:00:00Z'],
    ] as const) {
      expect(businessDayStart(date, newYork)).toBe(at(start));
      expect(businessDateAt(at(start), newYork)).toBe(date);
      expect(businessDateAt(at(start) - 1, newYork)).not.toBe(date);
    }
  });

  it('are dates if the provider gives dates', () => {
    expect(utcDate(at('2026-11-23T00:00:00Z'))).toBe('2026-11-23');
  });
});
