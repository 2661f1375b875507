import { describe, expect, it } from 'vitest';
import { dayRange } from '@/lib/dates';
import { beforeOf } from './comparison';
import { dailyTabs, historyTabs, summaryKinds, tabFrom } from './reportTabs';
import { spanNamed } from './useReportSpan';

const TODAY = '2026-11-21';
const range = (from: string, to: string) => dayRange(from, to, TODAY);

describe('what changes are against', () => {
  it('is the same day last week, or the least whole weeks before a longer span', () => {
    expect(beforeOf(range(TODAY, TODAY), 'none').long).toBe('the same day last week');
    expect(beforeOf(range('2026-11-15', TODAY), 'none').long).toBe('the same days last week');
    expect(beforeOf(range('2026-11-14', TODAY), 'none').short).toBe('2 weeks before');
    expect(beforeOf(range('2026-10-01', '2026-10-31'), 'none').short).toBe('5 weeks before');
  });

  it('is each row of its own where rows are days or months', () => {
    expect(beforeOf(range('2026-10-01', '2026-10-31'), 'day').short).toBe('Last week');
    expect(beforeOf(range('2026-01-01', TODAY), 'month').short).toBe('4 or 5 weeks before');
  });
});

describe('an address', () => {
  it('names a tab, else the first', () => {
    expect([dailyTabs, historyTabs, summaryKinds].map(({ length }) => length)).toEqual([15, 10, 9]);
    expect(tabFrom(dailyTabs, 'item', 'sales')).toBe('item');
    expect(tabFrom(dailyTabs, 'nonsense', 'sales')).toBe('sales');
  });

  it('names a span, brought back to today', () => {
    const named = (query: string) => spanNamed(new URLSearchParams(query), TODAY);
    expect(named('from=2026-11-01&to=2026-11-07')?.endDate).toBe('2026-11-07T23:59:59');
    expect(named('from=2026-11-01')?.label).toBe('Nov 1, 2026');
    expect(named('from=2026-11-01&to=2027-01-01')?.endDate).toBe('2026-11-21T23:59:59');
    expect(named('')).toBeNull();
    expect(named('from=yesterday')).toBeNull();
  });
});
