import { describe, expect, it } from 'vitest';
import { maxAgeMs, recentEvents } from './recent';

const event = (id: string) => ({ type: 'items.changed', data: '{}', id });

describe('recent events', () => {
  it('are returned from a time on, the oldest first', () => {
    const recent = recentEvents(1000);
    recent.add(event('1'), 2000);
    recent.add(event('2'), 3000);
    expect(recent.since(1000)).toEqual([event('1'), event('2')]);
    expect(recent.since(3000)).toEqual([event('2')]);
    expect(recent.since(3001)).toEqual([]);
  });

  it('are null if some are missing', () => {
    const recent = recentEvents(1000);
    expect(recent.since(999)).toBeNull();
    recent.add(event('1'), 2000);
    recent.add(event('2'), 2001 + maxAgeMs);
    expect(recent.since(2000)).toBeNull();
    expect(recent.since(2001)).toEqual([event('2')]);
    for (let n = 0; n < 1000; n++) recent.add(event(`${n}`), 2002 + maxAgeMs);
    expect(recent.since(2001 + maxAgeMs)).toBeNull();
    expect(recent.since(2002 + maxAgeMs)).toHaveLength(1000);
  });
});
