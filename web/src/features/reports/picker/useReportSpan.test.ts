import { expect, it } from 'vitest';
import { spanNamed } from './useReportSpan';

it('the span of an address ends today at the latest', () => {
  const named = (query: string) => spanNamed(new URLSearchParams(query), '2026-11-21');
  expect(named('from=2026-11-01&to=2026-11-07')?.endDate).toBe('2026-11-07T23:59:59');
  expect(named('from=2026-11-01')?.label).toBe('Nov 1, 2026');
  expect(named('from=2026-11-01&to=2027-01-01')?.endDate).toBe('2026-11-21T23:59:59');
  expect(named('')).toBeNull();
  expect(named('from=yesterday')).toBeNull();
});
