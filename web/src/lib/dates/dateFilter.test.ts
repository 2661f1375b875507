import { describe, expect, it } from 'vitest';
import {
  adjacentYear,
  type DateRange,
  dateOf,
  dayRange,
  firstDateCovered,
  formatShortSpan,
  groupingOf,
  lastSevenDays,
  monthRange,
  monthsOf,
  namedSpans,
  nowOn,
  todayRange,
  withEnd,
  withStart,
  yearRange,
  yearsCovered,
} from '.';

const TODAY = '2026-11-21';
const NOW = '2026-11-21T15:04:05';

describe('month mode', () => {
  it('runs from the first day, in the current month until now', () => {
    expect(monthRange(2026, 10, TODAY, NOW)).toEqual({
      startDate: '2026-11-01T00:00:00',
      endDate: NOW,
      label: 'Nov 2026',
    });
    expect(monthRange(2026, 1, TODAY, NOW).endDate).toBe('2026-02-28T23:59:59');
    expect(monthRange(2024, 1, TODAY, NOW).endDate).toBe('2024-02-29T23:59:59');
    expect(monthRange(2025, 11, TODAY, NOW)).toEqual({
      startDate: '2025-12-01T00:00:00',
      endDate: '2025-12-31T23:59:59',
      label: 'Dec 2025',
    });
    expect(monthRange(2025, 10, TODAY, NOW).endDate).toBe('2025-11-30T23:59:59');
  });

  it('offers no month after the current one', () => {
    expect(monthsOf(2026, TODAY).map((month) => month.name)).toEqual([
      ...'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov'.split(' '),
    ]);
    expect(monthsOf(2026, '2026-01-05')).toEqual([{ id: 0, name: 'Jan' }]);
    expect(monthsOf(2025, TODAY)).toHaveLength(12);
    expect(monthsOf(2027, TODAY)).toEqual([]);
  });
});

describe('year mode', () => {
  it('runs from 1 January, in the current year until now', () => {
    expect(yearRange(2026, TODAY, NOW)).toEqual({
      startDate: '2026-01-01T00:00:00',
      endDate: NOW,
      label: '2026',
    });
    expect(yearRange(2019, TODAY, NOW).endDate).toBe('2019-12-31T23:59:59');
  });

  it('covers the last ten years and stops at both bounds', () => {
    expect(yearsCovered(TODAY)).toEqual([
      2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026,
    ]);
    expect(firstDateCovered(TODAY)).toBe('2017-01-01');
    expect(adjacentYear(2026, 1, TODAY)).toBeNull();
    expect(adjacentYear(2017, -1, TODAY)).toBeNull();
    expect(adjacentYear(2020, 1, TODAY)).toBe(2021);
    expect(adjacentYear(2020, -1, TODAY)).toBe(2019);
  });
});

describe('range mode', () => {
  const week: DateRange = dayRange('2026-11-10', '2026-11-15', TODAY);

  it('runs from the first second to the last', () => {
    expect(week).toEqual({
      startDate: '2026-11-10T00:00:00',
      endDate: '2026-11-15T23:59:59',
      label: 'Nov 10, 2026 – Nov 15, 2026',
    });
  });

  it('moves the start to an end before it', () => {
    expect(withEnd(week, '2026-11-05', TODAY)).toMatchObject({
      startDate: '2026-11-05T00:00:00',
      endDate: '2026-11-05T23:59:59',
    });
    expect(withEnd(week, '2026-11-12', TODAY).startDate).toBe(week.startDate);
  });

  it('ends today at the latest and starts before its end', () => {
    expect(withEnd(week, '2026-12-01', TODAY).endDate).toBe('2026-11-21T23:59:59');
    expect(withStart(week, '2026-11-20', TODAY).startDate).toBe('2026-11-15T00:00:00');
    expect(dayRange('2026-12-05', '2026-12-09', TODAY)).toEqual(todayRange(TODAY));
  });

  it('calls today by its name', () => {
    expect(todayRange(TODAY).label).toBe('Today');
    expect(dayRange('2026-11-20', '2026-11-20', TODAY).label).toBe('Nov 20, 2026');
    expect(lastSevenDays(TODAY)).toMatchObject({
      startDate: '2026-11-15T00:00:00',
      label: 'Last 7 days',
    });
  });
});

describe('nowOn', () => {
  it('takes the day from the location and the time from the clock', () => {
    expect(nowOn('2026-11-20', new Date(2026, 10, 21, 1, 2, 3))).toBe('2026-11-20T01:02:03');
  });
});

describe('groupingOf', () => {
  it('turns to months past 92 days or 40,000 rows', () => {
    expect(groupingOf(dayRange('2026-08-22', '2026-11-21', TODAY), 1)).toBe('day');
    expect(groupingOf(dayRange('2026-08-20', '2026-11-21', TODAY), 1)).toBe('month');
    expect(groupingOf(dayRange('2026-11-01', '2026-11-20', TODAY), 2000)).toBe('day');
    expect(groupingOf(dayRange('2026-11-01', '2026-11-21', TODAY), 2000)).toBe('month');
    expect(groupingOf(dayRange('2026-11-20', '2026-11-20', TODAY), 0)).toBe('day');
  });
});

describe('namedSpans', () => {
  const spans = (today: string) =>
    Object.fromEntries(
      namedSpans(today).map(({ name, range }) => [
        name,
        [dateOf(range.startDate), dateOf(range.endDate)],
      ]),
    );

  it('runs weeks from Monday to Sunday', () => {
    // A Saturday.
    expect(spans(TODAY)).toEqual({
      today: ['2026-11-21', '2026-11-21'],
      yesterday: ['2026-11-20', '2026-11-20'],
      thisWeek: ['2026-11-16', '2026-11-21'],
      lastWeek: ['2026-11-09', '2026-11-15'],
      thisMonth: ['2026-11-01', '2026-11-21'],
      lastMonth: ['2026-10-01', '2026-10-31'],
    });
    expect(spans('2026-11-22').thisWeek).toEqual(['2026-11-16', '2026-11-22']);
    expect(spans('2026-11-23').thisWeek).toEqual(['2026-11-23', '2026-11-23']);
  });

  it('crosses the year', () => {
    expect(spans('2027-01-01')).toMatchObject({
      yesterday: ['2026-12-31', '2026-12-31'],
      thisWeek: ['2026-12-28', '2027-01-01'],
      thisMonth: ['2027-01-01', '2027-01-01'],
      lastMonth: ['2026-12-01', '2026-12-31'],
    });
  });
});

describe('formatShortSpan', () => {
  it('names another year than today only', () => {
    expect(formatShortSpan('2026-11-20', '2026-11-20', TODAY)).toBe('Nov 20');
    expect(formatShortSpan('2026-10-01', '2026-10-31', TODAY)).toBe('Oct 1 – 31');
    expect(formatShortSpan('2026-09-28', '2026-10-04', TODAY)).toBe('Sep 28 – Oct 4');
    expect(formatShortSpan('2025-12-29', '2026-01-04', TODAY)).toBe('Dec 29, 2025 – Jan 4');
  });

  it('names a year once that both days have', () => {
    expect(formatShortSpan('2025-11-01', '2025-11-30', TODAY)).toBe('Nov 1 – 30, 2025');
    expect(formatShortSpan('2025-09-28', '2025-10-04', TODAY)).toBe('Sep 28 – Oct 4, 2025');
    expect(formatShortSpan('2025-11-30', '2025-11-30', TODAY)).toBe('Nov 30, 2025');
  });
});
