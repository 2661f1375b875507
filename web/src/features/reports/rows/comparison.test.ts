import { describe, expect, it } from 'vitest';
import { dayRange } from '@/lib/dates';
import type { ReportTotal } from '@/lib/numbers';
import { comparedSpan, comparedTotal, comparedWith } from './comparison';

const TODAY = '2026-11-21';
const range = (from: string, to: string) => dayRange(from, to, TODAY);
const october = range('2026-10-01', '2026-10-31');
const total = (days?: { startDate: string; endDate: string }): ReportTotal => ({
  soFar: false,
  lastWeek: null,
  ...(days && { compared: { ...days, current: {}, before: {} } }),
});

describe('the compared span', () => {
  it('is named by its days', () => {
    const september = total({ startDate: '2026-09-01', endDate: '2026-09-30' });
    expect(comparedWith(september)).toBe('Sep 1, 2026 – Sep 30, 2026');
    expect(comparedSpan(september, 'none', 'previous', october).long).toBe(
      'Sep 1, 2026 – Sep 30, 2026',
    );
    const day = total({ startDate: '2026-11-14', endDate: '2026-11-14' });
    expect(comparedSpan(day, 'day', 'previous', range(TODAY, TODAY)).short).toBe('Last week');
  });

  it('is that of each row for days and months', () => {
    const of = (grouping: 'day' | 'month', compareTo: 'previous' | 'sameLastYear') =>
      comparedSpan(total(), grouping, compareTo, october);
    expect(of('day', 'previous').long).toBe('the same weekday a week earlier');
    expect(of('month', 'previous').short).toBe('Month before');
    expect(of('day', 'sameLastYear').short).toBe('Last year');
  });

  it('has a name without trade then', () => {
    expect(comparedWith(total())).toBeUndefined();
    expect(comparedSpan(total(), 'none', 'sameLastYear', october).long).toBe(
      'the same period last year',
    );
  });

  it('is named in short for a total, also before the answer', () => {
    const of = (to: string, days?: { startDate: string; endDate: string }) =>
      comparedTotal(days ? total(days) : null, 'previous', {
        range: range('2026-01-01', to),
        today: TODAY,
      });
    expect(of('2026-01-31')).toBe('the period before');
    expect(of('2026-01-31', { startDate: '2025-12-01', endDate: '2025-12-31' })).toBe(
      'Dec 1 – 31, 2025',
    );
    expect(of('2026-01-31', { startDate: '2026-09-01', endDate: '2026-09-30' })).toBe('Sep 1 – 30');
    expect(of('2026-01-01')).toBe('the same day last week');
  });
});
