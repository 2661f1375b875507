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

/** What the client needs of the browser; tests bring their own. */
export interface LiveEnvironment {
  origin: string;
  /** Unix time in milliseconds: nothing that is shown was asked for before. */
  shownSince: number;
  /**
   * Runs the task in one tab at a time; the next tab takes over when it ends or closes. With `seize` it runs at once,
   * and rejects in the tab that had its turn.
   */
  lead: (signal: AbortSignal, task: () => Promise<void>, seize: boolean) => Promise<void>;
  /** Between the tabs of this browser, not to the sender itself. */
  channel: {
    post: (message: TabMessage) => void;
    listen: (receive: (message: TabMessage) => void) => void;
    close: () => void;
  };
  read: typeof readStream;
  /** Whether somebody looks at this tab, and when they begin to. */
  visible: () => boolean;
  onShown: (shown: () => void, signal: AbortSignal) => void;
  now: () => number;
  wait: (ms: number, signal: AbortSignal) => Promise<boolean>;
}

/** Milliseconds between two times that followers are told of a sign of life. */
const heardEveryMs = 1000;
/** Milliseconds in which a tab that leads answers one that is looked at. */
export const answerMs = 10_000;
/** Milliseconds after which a tab that leads has said something, whatever its connection does. */
export const quietMs = silenceMs + longestWaitMs;
/** Milliseconds that a request may take to its server; a stream begins so much earlier than it must. */
export const onTheWayMs = 5000;
/** For when nobody can tell what was missed. */
const reset: TabMessage = { kind: 'event', event: { type: 'reset', data: '{}', id: '' } };

/**
 * Keeps one stream for all tabs of a browser. Each message reaches `receive` in every tab. The
 * tab that leads resumes after the last event that any tab has seen; where there was none yet, its
 * stream begins when the first answers were asked for, so that nothing falls between. One that leads
 * and is frozen by its browser loses its turn to one that is looked at.
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
  const recent = recentEvents(environment.shownSince - onTheWayMs);

  const take = (message: TabMessage) => {
    if (message.kind === 'event' || message.kind === 'past') {
      if (message.event.id !== '') lastId = message.event.id;
      recent.keep(message.event, now());
    }
    if (message.kind === 'place') lastId = message.id;
    receive(message);
  };
  const tell = (message: TabMessage) => {
    if (message.kind === 'heard' || message.kind === 'lost') state = message;
    channel.post(message);
    take(message);
  };

  let doubt: ReturnType<typeof setTimeout> | undefined;
  const expectWord = (ms: number) => {
    clearTimeout(doubt);
    doubt = setTimeout(seize, ms);
  };
  const ask = (since?: number) => {
    expectWord(answerMs);
    channel.post({ kind: 'hello', since });
  };
  const answer = (since?: number) => {
    channel.post(state);
    const missed = since === undefined ? [] : recent.from(since);
    if (missed === null) channel.post(reset);
    for (const event of missed ?? []) channel.post({ kind: 'past', event });
    if (lastId !== '') channel.post({ kind: 'place', id: lastId });
  };

  channel.listen((message) => {
    if (message.kind !== 'hello') {
      expectWord(quietMs);
      take(message);
    } else if (leading) {
      answer(message.since);
    }
  });

  const start = (): StreamStart =>
    lastId === ''
      ? { kind: 'recent', ms: Math.max(now() - environment.shownSince, 0) + onTheWayMs }
      : { kind: 'resume', lastId };

  const handlers = ({ kind }: StreamStart): StreamHandlers & { heard: () => boolean } => {
    const asked = now();
    let told = 0;
    return {
      heard: () => told > 0,
      onEvent: (event) => tell({ kind: 'event', event }),
      onPast: (event) => tell({ kind: 'past', event }),
      onPlace: (id) => tell({ kind: 'place', id }),
      onHeard: () => {
        const at = now();
        if (told === 0 && kind === 'recent' && at - asked > onTheWayMs) tell(reset);
        if (at - told < heardEveryMs) return;
        told = at;
        tell({ kind: 'heard', at });
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
        tell({ kind: 'unauthorized' });
        return;
      }
      tell({ kind: 'lost' });
      if (reader.heard()) attempt = 1;
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
        // Another tab took the turn.
        own.abort();
        leading = false;
        queue(false);
      });
  };
  function seize() {
    if (leading || signal.aborted || !environment.visible()) return;
    turn.abort();
    queue(true);
  }

  ask(environment.shownSince);
  queue(false);
  environment.onShown(() => ask(), signal);
  return () => {
    stop.abort();
    clearTimeout(doubt);
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
    // Without locks (plain http elsewhere than localhost) each tab has a stream of its own.
    lead: (signal, task, seize) =>
      'locks' in navigator
        ? navigator.locks.request(name, seize ? { steal: true } : { signal }, task)
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
      const look = () => {
        if (visible()) shown();
      };
      document.addEventListener('visibilitychange', look, { signal });
    },
    now: Date.now,
    wait: waitForNetwork,
  };
}

function visible(): boolean {
  return document.visibilityState === 'visible';
}

/** Reads until the device has no network: nothing else would tell of it before the silence is too long. */
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
