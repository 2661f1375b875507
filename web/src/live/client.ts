import { backOffMs, longestWaitMs, waitFor } from '@/lib/http/retry';
import type { TabMessage } from './messages';
import { recentEvents } from './recent';
import {
  readStream,
  type StreamEnd,
  type StreamHandlers,
  type StreamStart,
  silenceMs,
} from './stream';

/** The parts of the browser that the client uses; tests replace them. */
export interface LiveEnvironment {
  origin: string;
  /** Unix time in milliseconds of the first call whose answer is shown. */
  shownSince: number;
  /**
   * Runs the task in one tab at a time; the next tab takes over when it ends or closes. With `steal` it runs at once,
   * and rejects in the tab that had the lock.
   */
  lead: (signal: AbortSignal, task: () => Promise<void>, steal: boolean) => Promise<void>;
  /** Between the tabs of this browser, not to the sender itself. */
  channel: {
    post: (message: TabMessage) => void;
    listen: (receive: (message: TabMessage) => void) => void;
    close: () => void;
  };
  read: typeof readStream;
  /** Whether this tab is visible. */
  visible: () => boolean;
  /** Calls `shown` each time this tab becomes visible. */
  onShown: (shown: () => void, signal: AbortSignal) => void;
  now: () => number;
  wait: (ms: number, signal: AbortSignal) => Promise<boolean>;
}

/** Milliseconds between two `alive` messages to the other tabs. */
const aliveEveryMs = 1000;
/** Milliseconds within which the leading tab answers a visible one. */
export const answerMs = 10_000;
/** Longest silence of a leading tab in milliseconds, whatever the state of its connection. */
export const quietMs = silenceMs + longestWaitMs;
/** Milliseconds that a request may take to its server; a stream begins earlier by as much. */
export const transitMs = 5000;
/** Sent if it is unknown which events were missed. */
const reset: TabMessage = { kind: 'event', event: { type: 'reset', data: '{}', id: '' } };

/**
 * Keeps one stream for all tabs of a browser. Each message reaches `receive` in every tab. The leading tab resumes
 * after the last event that any tab received; before the first event, its stream begins at the time of the first calls,
 * so that none is missed. A leading tab that is frozen by its browser loses the lock to a visible one.
 */
export function startLive(
  environment: LiveEnvironment,
  receive: (message: TabMessage) => void,
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const { channel, now } = environment;
  let lastId = '';
  let leading = false;
  let state: TabMessage = { kind: 'lost' };
  const recent = recentEvents(environment.shownSince - transitMs);

  const deliver = (message: TabMessage) => {
    if (message.kind === 'event' || message.kind === 'past') {
      if (message.event.id !== '') lastId = message.event.id;
      recent.add(message.event, now());
    }
    if (message.kind === 'position') lastId = message.id;
    receive(message);
  };
  const publish = (message: TabMessage) => {
    if (message.kind === 'alive' || message.kind === 'lost') state = message;
    channel.post(message);
    deliver(message);
  };

  let timer: ReturnType<typeof setTimeout> | undefined;
  const expectMessage = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(takeOver, ms);
  };
  const requestState = (since?: number) => {
    expectMessage(answerMs);
    channel.post({ kind: 'stateRequest', since });
  };
  const answer = (since?: number) => {
    channel.post(state);
    const missed = since === undefined ? [] : recent.since(since);
    if (missed === null) channel.post(reset);
    for (const event of missed ?? []) channel.post({ kind: 'past', event });
    if (lastId !== '') channel.post({ kind: 'position', id: lastId });
  };

  channel.listen((message) => {
    if (message.kind !== 'stateRequest') {
      expectMessage(quietMs);
      deliver(message);
    } else if (leading) {
      answer(message.since);
    }
  });

  const start = (): StreamStart =>
    lastId === ''
      ? { kind: 'recent', ms: Math.max(now() - environment.shownSince, 0) + transitMs }
      : { kind: 'resume', lastId };

  const handlers = ({ kind }: StreamStart): StreamHandlers & { wasAlive: () => boolean } => {
    const startedAt = now();
    let lastAliveAt = 0;
    return {
      wasAlive: () => lastAliveAt > 0,
      onEvent: (event) => publish({ kind: 'event', event }),
      onPast: (event) => publish({ kind: 'past', event }),
      onPosition: (id) => publish({ kind: 'position', id }),
      onAlive: () => {
        const at = now();
        if (lastAliveAt === 0 && kind === 'recent' && at - startedAt > transitMs) publish(reset);
        if (at - lastAliveAt < aliveEveryMs) return;
        lastAliveAt = at;
        publish({ kind: 'alive', at });
      },
    };
  };

  const lead = async (turn: AbortSignal) => {
    leading = true;
    for (let attempt = 1; !turn.aborted; attempt++) {
      const from = start();
      const reader = handlers(from);
      const end: StreamEnd = await environment.read(environment.origin, from, reader, turn);
      if (turn.aborted) return;
      if (end.kind === 'unauthorized') {
        publish({ kind: 'unauthorized' });
        return;
      }
      publish({ kind: 'lost' });
      if (reader.wasAlive()) attempt = 1;
      await environment.wait(end.waitMs ?? backOffMs(attempt), turn);
    }
  };

  let turn = new AbortController();
  const queue = (atOnce: boolean) => {
    const own = new AbortController();
    turn = own;
    const both = AbortSignal.any([signal, own.signal]);
    environment
      .lead(both, () => lead(both), atOnce)
      .catch(() => {
        if (both.aborted || !leading) return;
        // Another tab took the lock.
        own.abort();
        leading = false;
        queue(false);
      });
  };
  function takeOver() {
    if (leading || signal.aborted || !environment.visible()) return;
    turn.abort();
    queue(true);
  }

  requestState(environment.shownSince);
  queue(false);
  environment.onShown(() => requestState(), signal);
  return () => {
    stop.abort();
    clearTimeout(timer);
    channel.close();
  };
}

/** The browser's own locks and channel, for the session of this name. */
export function browserEnvironment(
  origin: string,
  session: string,
  shownSince: number,
): LiveEnvironment {
  const name = `saffron-live-${session}`;
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : null;
  return {
    origin,
    shownSince,
    // Without locks (http, except on localhost) each tab has a stream of its own.
    lead: (signal, task, steal) =>
      'locks' in navigator
        ? navigator.locks.request(name, steal ? { steal: true } : { signal }, task)
        : task(),
    channel: {
      post: (message) => channel?.postMessage(message),
      listen: (receive) => {
        if (channel) {
          channel.onmessage = ({ data }: MessageEvent<TabMessage>) => receive(data);
        }
      },
      close: () => channel?.close(),
    },
    read: readUntilOffline,
    visible,
    onShown: (shown, signal) => {
      const onChange = () => {
        if (visible()) shown();
      };
      document.addEventListener('visibilitychange', onChange, { signal });
    },
    now: Date.now,
    wait: waitForNetwork,
  };
}

function visible(): boolean {
  return document.visibilityState === 'visible';
}

/** Reads until the device has no network, which a silent connection would reveal late. */
async function readUntilOffline(
  ...[origin, start, handlers, signal]: Parameters<typeof readStream>
): Promise<StreamEnd> {
  const offline = new AbortController();
  const gone = () => offline.abort();
  window.addEventListener('offline', gone, { once: true });
  const until = AbortSignal.any([signal, offline.signal]);
  const end = await readStream(origin, start, handlers, until);
  window.removeEventListener('offline', gone);
  return end;
}

/** Waits, but no longer than until the network is back. */
async function waitForNetwork(ms: number, signal: AbortSignal): Promise<boolean> {
  const online = new AbortController();
  const back = () => online.abort();
  window.addEventListener('online', back, { once: true });
  await waitFor(ms, AbortSignal.any([signal, online.signal]));
  window.removeEventListener('online', back);
  return !signal.aborted;
}
