import { describe, expect, it } from 'vitest';
import { formatHour, formatHourSpan } from '.';

describe('hours of a business date', () => {
  it('are named by the clock', () => {
    expect(formatHour(0)).toBe('12 AM');
    expect(formatHour(12)).toBe('12 PM');
    expect(formatHour(25)).toBe('1 AM');
    expect(formatHourSpan(23)).toBe('11 PM – 12 AM');
  });

  it('name the next day where the clock shows them twice', () => {
    expect(formatHour(34, 11)).toBe('10 AM');
    expect(formatHour(35, 11)).toBe('11 AM next day');
    expect(formatHourSpan(24, 0)).toBe('12 AM – 1 AM next day');
    expect(formatHourSpan(24, 4)).toBe('12 AM – 1 AM');
  });
});
