import { describe, expect, it } from 'vitest';
import { dayRange } from '@/lib/dates';
import { comparedSpan } from './comparison';

const TODAY = '2026-11-21';
const range = (from: string, to: string) => dayRange(from, to, TODAY);

describe('the compared span', () => {
  it('is a week before, or the least weeks without an overlap', () => {
    expect(comparedSpan(range(TODAY, TODAY), 'none').long).toBe('the same day last week');
    expect(comparedSpan(range('2026-11-15', TODAY), 'none').long).toBe('the same days last week');
    expect(comparedSpan(range('2026-11-14', TODAY), 'none').short).toBe('2 weeks earlier');
    expect(comparedSpan(range('2026-10-01', '2026-10-31'), 'none').short).toBe('5 weeks earlier');
  });

  it('is that of each row for days and months', () => {
    expect(comparedSpan(range('2026-10-01', '2026-10-31'), 'day').short).toBe('Last week');
    expect(comparedSpan(range('2026-01-01', TODAY), 'month').short).toBe('4 or 5 weeks earlier');
  });
});
