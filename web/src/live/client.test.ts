import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { server } from '@/testing/server';
import { answerMs, type LiveEnvironment, quietMs, startLive, transitMs } from './client';
import type { TabMessage } from './messages';
import { readStream, type StreamEnd, type StreamHandlers, type StreamStart } from './stream';

/** A browser with tabs: one lock, one channel, and connections whose server is the test. */
function browser() {
  const connections: Array<{
    start: StreamStart;
    handlers: StreamHandlers;
    end: (e: StreamEnd) => void;
  }> = [];
  const listeners = new Map<object, (message: TabMessage) => void>();
  const waits: number[] = [];
  interface Turn {
    start: () => void;
    lose: () => void;
  }
  const waiting: Turn[] = [];
  let holder: Turn | undefined;
  let time = 0;

  const environment = (shown: Array<() => void>, shownSince: number): LiveEnvironment => {
    const self = {};
    return {
      origin: '',
      shownSince,
      lead: (signal, task, steal) =>
        new Promise((resolve, reject) => {
          const turn: Turn = {
            lose: () => reject(new Error('stolen')),
            start: () => {
              holder = turn;
              void task().then(() => {
                resolve();
                if (holder !== turn) return;
                holder = undefined;
                waiting.shift()?.start();
              });
            },
          };
          signal.addEventListener('abort', () => {
            const position = waiting.indexOf(turn);
            if (position >= 0) waiting.splice(position, 1);
          });
          if (steal) holder?.lose();
          if (steal || !holder) turn.start();
          else waiting.push(turn);
        }),
      channel: {
        post: (message) => {
          for (const [tab, receive] of listeners) if (tab !== self) receive(message);
        },
        listen: (receive) => listeners.set(self, receive),
        close: () => listeners.delete(self),
      },
      read: (_, start, handlers, signal) =>
        new Promise((resolve) => {
          connections.push({ start, handlers, end: resolve });
          signal.addEventListener('abort', () => resolve({ kind: 'lost', waitMs: null }));
        }),
      visible: () => true,
      onShown: (callback) => shown.push(callback),
      now: () => {
        time += 1000;
        return time;
      },
      wait: (ms) => {
        waits.push(ms);
        return Promise.resolve(true);
      },
    };
  };
  const tab = (shownSince = 0) => {
    const received: TabMessage[] = [];
    const shown: Array<() => void> = [];
    const close = startLive(environment(shown, shownSince), (message) => received.push(message));
    const show = () => {
      for (const callback of shown) callback();
    };
    return { received, close, show };
  };
  /** Cuts the tabs off from the channel, as if their browser had frozen them. */
  const freeze = () => listeners.clear();
  /** Advances the clock. */
  const pass = (ms: number) => {
    time += ms;
  };
  return { tab, connections, waits, freeze, pass };
}

const from = (lastId: string): StreamStart => ({ kind: 'resume', lastId });
const event = (id: string) => ({ type: 'report.changed', data: '{}', id });

describe('live client', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('opens one stream for all tabs and sends to each', async () => {
    const { tab, connections } = browser();
    const first = tab();
    const second = tab();
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    connections[0]?.handlers.onEvent(event('1-1'));
    expect(first.received).toContainEqual({ kind: 'event', event: event('1-1') });
    expect(second.received).toContainEqual({ kind: 'event', event: event('1-1') });
  });

  it('resumes in another tab when the leading one closes', async () => {
    const { tab, connections } = browser();
    const first = tab();
    const second = tab();
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    connections[0]?.handlers.onEvent(event('1-7'));
    first.close();
    await vi.waitFor(() => expect(connections).toHaveLength(2));
    expect(connections[1]?.start).toEqual(from('1-7'));
    connections[1]?.handlers.onEvent(event('1-8'));
    expect(second.received).toContainEqual({ kind: 'event', event: event('1-8') });
    expect(first.received).not.toContainEqual({ kind: 'event', event: event('1-8') });
  });

  it('sends the state to a tab that opens later', async () => {
    const { tab, connections } = browser();
    tab();
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    connections[0]?.handlers.onAlive();
    expect(tab().received.map(({ kind }) => kind)).toEqual(['alive']);
  });

  it('sends past events to a tab that opens later', async () => {
    const { tab, connections, pass } = browser();
    tab(0);
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    connections[0]?.handlers.onEvent(event('1-6'));
    pass(30_000);
    connections[0]?.handlers.onEvent(event('1-7'));
    const second = tab(20_000);
    const newMessages = () => second.received.splice(0).filter(({ kind }) => kind !== 'lost');
    const position = { kind: 'position', id: '1-7' };
    expect(newMessages()).toEqual([{ kind: 'past', event: event('1-7') }, position]);
    // Only when it opens: a tab that becomes visible again has missed nothing.
    second.show();
    expect(newMessages()).toEqual([position]);
    pass(120_000);
    connections[0]?.handlers.onEvent(event('1-8'));
    const kinds = tab(20_000).received.map((it) => (it.kind === 'event' ? it.event.type : it.kind));
    expect(kinds).toEqual(['lost', 'reset', 'position']);
  });

  it("resumes from a quiet stream's position in a later tab", async () => {
    const { tab, connections } = browser();
    const first = tab();
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    connections[0]?.handlers.onPosition('1-7');
    tab();
    first.close();
    await vi.waitFor(() => expect(connections).toHaveLength(2));
    expect(connections[1]?.start).toEqual(from('1-7'));
  });

  it('begins at the first calls until it has a position', async () => {
    const { tab, connections, pass } = browser();
    pass(60_000);
    const { received } = tab();
    const atLeast = (n: number, ms: number) => {
      expect(connections[n]?.start).toMatchObject({ kind: 'recent' });
      const { start } = connections[n] ?? {};
      if (start?.kind === 'recent') expect(start.ms).toBeGreaterThanOrEqual(ms + transitMs);
    };
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    atLeast(0, 60_000);
    pass(20_000);
    connections[0]?.end({ kind: 'lost', waitMs: null });
    await vi.waitFor(() => expect(connections).toHaveLength(2));
    atLeast(1, 80_000);
    connections[1]?.handlers.onAlive();
    connections[1]?.handlers.onPast(event('1-6'));
    expect(received).toContainEqual({ kind: 'past', event: event('1-6') });
    connections[1]?.end({ kind: 'lost', waitMs: null });
    await vi.waitFor(() => expect(connections).toHaveLength(3));
    expect(connections[2]?.start).toEqual(from('1-6'));
    expect(received.map((it) => it.kind === 'event' && it.event.type)).not.toContain('reset');
  });

  it('resets after a request of unknown duration', async () => {
    const { tab, connections, pass } = browser();
    const { received } = tab();
    const resets = () => received.filter((it) => it.kind === 'event' && it.event.type === 'reset');
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    pass(transitMs);
    connections[0]?.handlers.onAlive();
    expect(resets()).toHaveLength(1);
    connections[0]?.handlers.onPosition('1-7');
    pass(transitMs);
    connections[0]?.handlers.onAlive();
    connections[0]?.end({ kind: 'lost', waitMs: null });
    await vi.waitFor(() => expect(connections).toHaveLength(2));
    pass(transitMs);
    connections[1]?.handlers.onAlive();
    expect(resets()).toHaveLength(1);
  });

  it('leads in place of a silent tab, from its last position', async () => {
    vi.useFakeTimers();
    const { tab, connections, freeze } = browser();
    const first = tab();
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    connections[0]?.handlers.onEvent(event('1-7'));
    freeze();
    const second = tab();
    await vi.advanceTimersByTimeAsync(answerMs);
    expect(connections).toHaveLength(2);
    connections[1]?.handlers.onEvent(event('1-8'));
    expect(second.received).toContainEqual({ kind: 'event', event: event('1-8') });
    // The tab that lost the lock ends its stream and waits for the lock.
    connections[0]?.handlers.onEvent(event('1-9'));
    second.close();
    await vi.waitFor(() => expect(connections).toHaveLength(3));
    first.close();
  });

  it('leaves the stream to a tab that answers', async () => {
    vi.useFakeTimers();
    const { tab, connections } = browser();
    tab();
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    const second = tab();
    await vi.advanceTimersByTimeAsync(answerMs);
    second.show();
    await vi.advanceTimersByTimeAsync(answerMs);
    expect(connections).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(quietMs);
    expect(connections).toHaveLength(2);
  });

  it('reconnects after a back-off, or when the server asks', async () => {
    const { tab, connections, waits } = browser();
    tab();
    const lose = async (n: number, waitMs: number | null) => {
      await vi.waitFor(() => expect(connections).toHaveLength(n));
      connections[n - 1]?.end({ kind: 'lost', waitMs });
    };
    await lose(1, null);
    await lose(2, null);
    await lose(3, 7000);
    await vi.waitFor(() => expect(waits).toHaveLength(3));
    expect(waits[0]).toBeLessThanOrEqual(500);
    expect(waits[1]).toBeGreaterThanOrEqual(500);
    expect(waits[2]).toBe(7000);
  });

  it('stops for good when the session is over', async () => {
    const { tab, connections } = browser();
    const { received } = tab();
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    connections[0]?.end({ kind: 'unauthorized' });
    await vi.waitFor(() => expect(received).toContainEqual({ kind: 'unauthorized' }));
    expect(connections).toHaveLength(1);
  });
});

describe('one connection', () => {
  const nothing: StreamHandlers = {
    onEvent: () => undefined,
    onPast: () => undefined,
    onPosition: () => undefined,
    onAlive: () => undefined,
  };
  const read = (handlers = nothing, start: StreamStart = { kind: 'recent', ms: 7000 }) =>
    readStream(window.location.origin, start, handlers, new AbortController().signal);

  it('sends Last-Event-ID and forwards events until the end', async () => {
    let resumedAt: string | null = null;
    server.use(
      http.get('*/push/v1/stream', ({ request }) => {
        resumedAt = request.headers.get('Last-Event-ID');
        return new HttpResponse('id: 1-2\nevent: reset\ndata: {}\n\n');
      }),
    );
    const events: unknown[] = [];
    const onEvent: StreamHandlers['onEvent'] = (e) => events.push(e);
    expect(await read({ ...nothing, onEvent }, from('1-1'))).toEqual({
      kind: 'lost',
      waitMs: null,
    });
    expect(resumedAt).toBe('1-1');
    expect(events).toEqual([{ type: 'reset', data: '{}', id: '1-2' }]);
  });

  it('requests past events, and separates them from new ones', async () => {
    const events = (...ids: string[]) =>
      ids.map((id) => `id: 1-${id}\nevent: items.changed\ndata: {}\n\n`).join('');
    let ago: string | null = null;
    // The newest event may be one of these: then its id is the stream's position.
    let body = `${events('4', '5')}:\nid: 1-5\n\n${events('7')}`;
    server.use(
      http.get('*/push/v1/stream', ({ request }) => {
        ago = new URL(request.url).searchParams.get('ago');
        return new HttpResponse(body);
      }),
    );
    const newMessages: string[] = [];
    const handlers: StreamHandlers = {
      ...nothing,
      onPast: ({ id }) => newMessages.push(`past ${id}`),
      onEvent: ({ id }) => newMessages.push(id),
    };
    await read(handlers);
    expect(ago).toBe('7000');
    expect(newMessages.splice(0)).toEqual(['past 1-4', 'past 1-5', '1-7']);
    body = `id: 1-9\nevent: reset\ndata: {}\n\n${events('10')}`;
    await read(handlers);
    expect(newMessages.splice(0)).toEqual(['1-9', '1-10']);
    await read(handlers, from('1-8'));
    expect(ago).toBeNull();
    expect(newMessages).toEqual(['1-9', '1-10']);
  });

  it('reports positions without events, and the retry time', async () => {
    const body = ':\nid: 1-7\n\nretry: 2500\n\n';
    server.use(http.get('*/push/v1/stream', () => new HttpResponse(body)));
    const positions: string[] = [];
    const end = await read({ ...nothing, onPosition: (id) => positions.push(id) });
    expect(end).toEqual({ kind: 'lost', waitMs: 2500 });
    expect(positions).toEqual(['1-7']);
  });

  it('distinguishes refusals', async () => {
    server.use(http.get('*/push/v1/stream', () => new HttpResponse(null, { status: 401 })));
    expect(await read()).toEqual({ kind: 'unauthorized' });
    server.use(
      http.get('*/push/v1/stream', () => {
        return new HttpResponse(null, { status: 429, headers: { 'Retry-After': '3' } });
      }),
    );
    expect(await read()).toEqual({ kind: 'lost', waitMs: 3000 });
    server.use(http.get('*/push/v1/stream', () => HttpResponse.error()));
    expect(await read()).toEqual({ kind: 'lost', waitMs: null });
  });
});
