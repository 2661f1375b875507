import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '@/api';
import { sessionExpired } from '@/api/transport/session';
import type { TabMessage } from './messages';
import { liveSink, refetchEveryMs } from './sink';
import { liveReset } from './slice';

function reportEvent(id: string, posID = 'a'): TabMessage {
  const body = { id, posID, version: 1, businessDate: '2026-07-18T00:00:00', totals: {} };
  return { kind: 'event', event: { type: 'report.changed', data: JSON.stringify(body), id: '' } };
}

function setUp() {
  const actions: Array<{ type: string; payload?: unknown }> = [];
  const news: string[] = [];
  /** Dispatched thunks: they carry counts for the inbox. */
  let counts = 0;
  let visible = true;
  const dispatch = (action: unknown) => {
    if (typeof action === 'function') counts += 1;
    else actions.push(action as { type: string });
    return action;
  };
  const sink = liveSink(
    dispatch as never,
    () => visible,
    ({ notification }) => news.push(notification),
  );
  return {
    sink,
    actions,
    news,
    counts: () => counts,
    show: (now: boolean) => {
      visible = now;
    },
    refetches: () => actions.filter(api.util.invalidateTags.match),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('live sink', () => {
  it('refetches after past events without announcing them', () => {
    const { sink, news, counts, refetches } = setUp();
    const data = {
      id: '1',
      posID: 'a',
      posCommunicationID: 'c',
      notification: 'Large void',
      unread: { notifications: 1, messages: 0 },
    };
    const event = { type: 'communication', data: JSON.stringify(data), id: '' };
    sink.receive({ kind: 'past', event });
    expect(refetches()).toHaveLength(1);
    expect(news).toEqual([]);
    expect(counts()).toBe(0);
  });

  it('refetches at once, then at most every two seconds', () => {
    const { sink, refetches } = setUp();
    sink.receive(reportEvent('1'));
    expect(refetches()).toHaveLength(1);
    sink.receive(reportEvent('2', 'b'));
    sink.receive(reportEvent('3', 'c'));
    expect(refetches()).toHaveLength(1);
    vi.advanceTimersByTime(refetchEveryMs);
    expect(refetches()).toHaveLength(2);
    expect(refetches()[1]?.payload).toEqual(
      ['b', 'c', 'all'].flatMap((id) => [
        { type: 'Report', id },
        { type: 'Checks', id },
      ]),
    );
    vi.advanceTimersByTime(10 * refetchEveryMs);
    expect(refetches()).toHaveLength(2);
  });

  it('refetches guests and percentages after guest events', () => {
    const { sink, refetches } = setUp();
    const guests = (id: string, posID: unknown): TabMessage => {
      const data = JSON.stringify({ id, posID, version: 7 });
      return { kind: 'event', event: { type: 'customers.changed', data, id: '' } };
    };
    sink.receive(guests('1', 'a'));
    expect(refetches()[0]?.payload).toEqual(
      ['a', 'only'].flatMap((id) => [
        { type: 'Customers', id },
        { type: 'RewardPercent', id },
        { type: 'Consents', id },
      ]),
    );
    sink.receive(guests('2', 'a'));
    sink.receive(guests('3', 'b'));
    sink.receive(guests('4', 7));
    expect(refetches()).toHaveLength(1);
    vi.advanceTimersByTime(refetchEveryMs);
    expect(refetches()).toHaveLength(2);
    expect(refetches()[1]?.payload).toContainEqual({ type: 'Customers', id: 'b' });
  });

  it('refetches the menu after item events', () => {
    const { sink, refetches } = setUp();
    const data = JSON.stringify({ id: '1', posID: 'a' });
    sink.receive({ kind: 'event', event: { type: 'items.changed', data, id: '' } });
    expect(refetches()[0]?.payload).toEqual([
      { type: 'Menu', id: 'a' },
      { type: 'Menu', id: 'only' },
    ]);
  });

  it('refetches payments and payouts after their events', () => {
    const { sink, refetches } = setUp();
    const data = JSON.stringify({ id: '1', posID: 'a' });
    sink.receive({ kind: 'event', event: { type: 'payments.changed', data, id: '' } });
    expect(refetches()[0]?.payload).toEqual([
      { type: 'Payments', id: 'a' },
      { type: 'Payments', id: 'only' },
    ]);
  });

  it('refetches campaigns after their events', () => {
    const { sink, refetches } = setUp();
    const data = JSON.stringify({ id: '1', posID: 'a', campaignID: 'c', sent: 7 });
    sink.receive({ kind: 'event', event: { type: 'campaign.changed', data, id: '' } });
    expect(refetches()[0]?.payload).toContainEqual({ type: 'Campaigns', id: 'a' });
  });

  it('announces news in visible tabs, and counts in all', () => {
    const { sink, refetches, show, news, counts } = setUp();
    const communication = (id: string, rest: object = {}): TabMessage => {
      const data = JSON.stringify({
        id,
        posID: 'a',
        posCommunicationID: `c-${id}`,
        notification: `News ${id}`,
        unread: { notifications: 1, messages: 0 },
        ...rest,
      });
      return { kind: 'event', event: { type: 'communication', data, id: '' } };
    };
    sink.receive(communication('1'));
    sink.receive(communication('1'));
    expect([news, counts()]).toEqual([['News 1'], 1]);
    expect(refetches()[0]?.payload).toEqual([
      { type: 'Communications', id: 'a' },
      { type: 'Communications', id: 'all' },
    ]);
    show(false);
    sink.receive(communication('2'));
    expect([news, counts()]).toEqual([['News 1'], 2]);
    show(true);
    for (const rest of [{ notification: 7 }, { posID: null }, { posCommunicationID: undefined }]) {
      sink.receive(communication(JSON.stringify(rest), rest));
    }
    expect([news, counts()]).toEqual([['News 1'], 2]);
  });

  it('refetches lists after a communication was viewed', () => {
    const { sink, refetches, news, counts } = setUp();
    const viewed = (id: string, unread: unknown): TabMessage => {
      const data = JSON.stringify({ id, userID: 'u', unread });
      return { kind: 'event', event: { type: 'communications.changed', data, id: '' } };
    };
    sink.receive(viewed('1', { notifications: 0 }));
    expect(counts()).toBe(0);
    sink.receive(viewed('2', { notifications: 0, messages: 2 }));
    expect([news, counts()]).toEqual([[], 1]);
    expect(refetches()[0]?.payload).toEqual(['Communications']);
  });

  it('refetches in a hidden tab when it becomes visible', () => {
    const { sink, refetches, show } = setUp();
    show(false);
    sink.receive(reportEvent('1'));
    vi.advanceTimersByTime(10 * refetchEveryMs);
    expect(refetches()).toHaveLength(0);
    show(true);
    sink.shown();
    expect(refetches()).toHaveLength(1);
  });

  it('drops a repeated event', () => {
    const { sink, actions } = setUp();
    sink.receive(reportEvent('1'));
    const before = actions.length;
    sink.receive(reportEvent('1'));
    expect(actions).toHaveLength(before);
  });

  it('refetches everything at a reset', () => {
    const { sink, actions, refetches } = setUp();
    sink.receive({ kind: 'event', event: { type: 'reset', data: '{}', id: '2-0' } });
    expect(actions).toContainEqual(liveReset());
    expect(refetches()[0]?.payload).toContain('Report');
    expect(refetches()[0]?.payload).toContain('Locations');
  });

  it('refetches once for resets that come together', () => {
    const { sink, refetches, show } = setUp();
    const reset = () =>
      sink.receive({ kind: 'event', event: { type: 'reset', data: '{}', id: '2-0' } });
    reset();
    reset();
    sink.receive(reportEvent('1'));
    expect(refetches()).toHaveLength(1);
    vi.advanceTimersByTime(refetchEveryMs);
    expect(refetches()).toHaveLength(2);
    expect(refetches()[1]?.payload).toContain('Locations');
    vi.advanceTimersByTime(10 * refetchEveryMs);
    expect(refetches()).toHaveLength(2);
    show(false);
    reset();
    expect(refetches()).toHaveLength(2);
    show(true);
    sink.shown();
    expect(refetches()).toHaveLength(3);
  });

  it('refetches locations when their list changed', () => {
    const { sink, refetches } = setUp();
    sink.receive({
      kind: 'event',
      event: { type: 'locations.changed', data: '{"id":"x"}', id: '' },
    });
    expect(refetches()[0]?.payload).toContain('Locations');
  });

  it('ends the session if the stream was refused', () => {
    const { sink, actions } = setUp();
    sink.receive({ kind: 'unauthorized' });
    expect(actions).toEqual([sessionExpired()]);
  });

  it('ignores unknown events', () => {
    const { sink, actions } = setUp();
    for (const data of ['', '{broken', 'null', '[]', '{"id":1}', '{"id":"x"}']) {
      sink.receive({ kind: 'event', event: { type: 'report.changed', data, id: '' } });
    }
    expect(actions).toEqual([]);
  });
});
