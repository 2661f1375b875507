import { describe, expect, it } from 'vitest';
import { dayStartChoices, dayStartOn, formatDayStart, withDayStart } from '.';

const four = { startDate: null, dayStart: '04:00' };
const since = (startDate: string, dayStart: string) => ({ startDate, dayStart });

describe('starts of the day', () => {
  it('hold from their date until the next', () => {
    const starts = [four, since('2026-11-10', '06:00'), since('2026-11-20', '04:30')];
    expect(
      ['2026-11-09', '2026-11-10', '2026-11-19T00:00:00', '2027-01-01'].map((date) =>
        dayStartOn(starts, date),
      ),
    ).toEqual(['04:00', '06:00', '06:00', '04:30']);
  });

  it('are offered for each quarter of an hour until noon', () => {
    expect(dayStartChoices).toHaveLength(48);
    expect(dayStartChoices[0]).toEqual({ value: '00:00', label: '12:00 AM' });
    expect(dayStartChoices[17]).toEqual({ value: '04:15', label: '4:15 AM' });
    expect(dayStartChoices.at(-1)).toEqual({ value: '11:45', label: '11:45 AM' });
  });

  it('are written as times of the clock', () => {
    expect(['00:00', '04:00', '11:45'].map(formatDayStart)).toEqual([
      '12:00 AM',
      '4:00 AM',
      '11:45 AM',
    ]);
  });

  it('change from a date on, and lose what was set for later', () => {
    const starts = [four, since('2026-11-10', '06:00'), since('2026-11-20', '05:00')];
    expect(withDayStart(starts, '2026-11-15', '07:15')).toEqual([
      four,
      since('2026-11-10', '06:00'),
      since('2026-11-15', '07:15'),
    ]);
    expect(withDayStart(starts, '2026-11-10', '04:00')).toEqual([four]);
    expect(withDayStart(starts, null, '06:00')).toEqual([{ startDate: null, dayStart: '06:00' }]);
  });
});
