import { backOffMs, waitFor } from '@/lib/http/retry';
import type { TabMessage } from './messages';
import { readStream, type StreamEnd, type StreamHandlers } from './stream';

/** What the client needs of the browser; tests bring their own. */
export interface LiveEnvironment {
  origin: string;
  /** Runs the task in one tab at a time; the next tab takes over when it ends or closes. */
  lead: (signal: AbortSignal, task: () => Promise<void>) => Promise<void>;
  /** Between the tabs of this browser, not to the sender itself. */
  channel: {
    post: (message: TabMessage) => void;
    listen: (receive: (message: TabMessage) => void) => void;
    close: () => void;
  };
  read: typeof readStream;
  now: () => number;
  wait: (ms: number, signal: AbortSignal) => Promise<boolean>;
}

/** Milliseconds between two times that followers are told of a sign of life. */
const heardEveryMs = 1000;

/**
 * Keeps one stream for all tabs of a browser. Each message reaches `receive` in every tab. The
 * tab that leads resumes after the last event that any tab has seen.
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

  const take = (message: TabMessage) => {
    if (message.kind === 'event' && message.event.id !== '') lastId = message.event.id;
    receive(message);
  };
  const tell = (message: TabMessage) => {
    if (message.kind === 'heard' || message.kind === 'lost') state = message;
    channel.post(message);
    take(message);
  };

  channel.listen((message) => {
    if (message.kind !== 'hello') take(message);
    else if (leading) channel.post(state);
  });
  channel.post({ kind: 'hello' });

  const handlers = (): StreamHandlers & { heard: () => boolean } => {
    let told = 0;
    return {
      heard: () => told > 0,
      onEvent: (event) => tell({ kind: 'event', event }),
      onHeard: () => {
        const at = now();
        if (at - told < heardEveryMs) return;
        told = at;
        tell({ kind: 'heard', at });
      },
    };
  };

  const lead = async () => {
    leading = true;
    for (let attempt = 1; !signal.aborted; attempt++) {
      const reader = handlers();
      const end: StreamEnd = await environment.read(environment.origin, lastId, reader, signal);
      if (signal.aborted) return;
      if (end.kind === 'unauthorized') {
        tell({ kind: 'unauthorized' });
        return;
      }
      tell({ kind: 'lost' });
      if (reader.heard()) attempt = 1;
      await environment.wait(end.waitMs ?? backOffMs(attempt), signal);
    }
  };

  void environment.lead(signal, lead).catch(() => undefined);
  return () => {
    stop.abort();
    channel.close();
  };
}

/** The browser's own locks and channel, for the session of this name. */
export function browserEnvironment(origin: string, session: string): LiveEnvironment {
  const name = `saffron-live-${session}`;
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : null;
  return {
    origin,
    // Without locks (plain http elsewhere than localhost) each tab has a stream of its own.
    lead: (signal, task) =>
      'locks' in navigator ? navigator.locks.request(name, { signal }, task) : task(),
    channel: {
      post: (message) => channel?.postMessage(message),
      listen: (receive) => {
        if (channel) {
          channel.onmessage = ({ data }: MessageEvent<TabMessage>) => receive(data);
        }
      },
      close: () => channel?.close(),
    },
    read: readStream,
    now: Date.now,
    wait: waitForNetwork,
  };
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
