import { describe, expect, it } from 'vitest';
import { keptMs, recentEvents } from './recent';

const event = (id: string) => ({ type: 'items.changed', data: '{}', id });

describe('recent events', () => {
  it('are returned from a time on, the oldest first', () => {
    const recent = recentEvents(1000);
    recent.keep(event('1'), 2000);
    recent.keep(event('2'), 3000);
    expect(recent.from(1000)).toEqual([event('1'), event('2')]);
    expect(recent.from(3000)).toEqual([event('2')]);
    expect(recent.from(3001)).toEqual([]);
  });

  it('are null if some are missing', () => {
    const recent = recentEvents(1000);
    expect(recent.from(999)).toBeNull();
    recent.keep(event('1'), 2000);
    recent.keep(event('2'), 2001 + keptMs);
    expect(recent.from(2000)).toBeNull();
    expect(recent.from(2001)).toEqual([event('2')]);
    for (let n = 0; n < 1000; n++) recent.keep(event(`${n}`), 2002 + keptMs);
    expect(recent.from(2001 + keptMs)).toBeNull();
    expect(recent.from(2002 + keptMs)).toHaveLength(1000);
  });
});
