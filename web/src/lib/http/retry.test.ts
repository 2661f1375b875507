import { describe, expect, it } from 'vitest';
import { backOffMs, retryAfterMs, waitFor } from './retry';

describe('Retry-After', () => {
  it('reads seconds and dates', () => {
    const now = Date.parse('2026-07-18T12:00:00Z');
    expect(retryAfterMs('2')).toBe(2000);
    expect(retryAfterMs('Sat, 18 Jul 2026 12:00:05 GMT', now)).toBe(5000);
    expect(retryAfterMs('Sat, 18 Jul 2026 11:00:00 GMT', now)).toBe(0);
    expect(retryAfterMs('3600')).toBe(3_600_000);
    expect(retryAfterMs('soon')).toBeNull();
    expect(retryAfterMs(null)).toBeNull();
  });
});

describe('back-off', () => {
  it('doubles up to a bound and spreads over the upper half', () => {
    expect(backOffMs(1, () => 0)).toBe(250);
    expect(backOffMs(1, () => 1)).toBe(500);
    expect(backOffMs(3, () => 1)).toBe(2000);
    expect(backOffMs(30, () => 1)).toBe(30_000);
  });

  it('stops waiting when it is aborted', async () => {
    const stop = new AbortController();
    const waiting = waitFor(60_000, stop.signal);
    stop.abort();
    expect(await waiting).toBe(false);
    expect(await waitFor(0, new AbortController().signal)).toBe(true);
  });
});
