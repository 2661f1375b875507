import { createParser } from 'eventsource-parser';
import { gatewayCredentials } from '@/lib/http/gateway';
import { longestWaitMs, retryAfterMs } from '@/lib/http/retry';

/** Path of the stream (docs/api.md, 'Live stream'). */
const streamPath = '/push/v1/stream';

/** A comment comes every 15 seconds: without three of them the connection is dead. */
export const silenceMs = 45_000;

/** An event of a `text/event-stream`. */
export interface SseEvent {
  type: string;
  data: string;
  /** The last id the stream has sent so far; empty before the first. */
  id: string;
}

interface SseHandlers {
  onEvent: (event: SseEvent) => void;
  /** The stream sent this id without an event. */
  onId?: (id: string) => void;
  /** The stream asks for a reconnection this many milliseconds after it ends. */
  onRetry?: (ms: number) => void;
}

/** Parses `text/event-stream` from chunks that end anywhere. */
export function sseParser({ onEvent, onId, onRetry }: SseHandlers, lastId = '') {
  let id = lastId;
  /** An id was sent, and its event may follow. */
  let pending = false;
  const settle = () => {
    if (pending) onId?.(id);
    pending = false;
  };
  const parser = createParser({
    onRetry,
    onId: (next) => {
      settle();
      id = next;
      pending = true;
    },
    onEvent: ({ id: own, event = 'message', data }) => {
      if (own === undefined) settle();
      pending = false;
      onEvent({ type: event, data, id });
    },
  });
  return {
    push(chunk: string): void {
      parser.feed(chunk);
      settle();
    },
  };
}

/** Where a stream begins. */
export type StreamStart =
  /** After the event of this id. */
  | { kind: 'resume'; lastId: string }
  /** With the changes of so many milliseconds before now. */
  | { kind: 'recent'; ms: number };

export interface StreamHandlers {
  onEvent: (event: SseEvent) => void;
  /** An event from before a stream that resumes nothing was opened. */
  onPast: (event: SseEvent) => void;
  /** The stream is at this id, to resume from, without an event. */
  onPosition: (id: string) => void;
  /** Any bytes arrived. */
  onAlive: () => void;
}

/** How one connection ended, which decides the next step. */
export type StreamEnd =
  | { kind: 'unauthorized' }
  /** Milliseconds that the server asked to wait, or null. */
  | { kind: 'lost'; waitMs: number | null };

/** Reads the stream until it ends, fails, falls silent, or the signal is aborted. Never throws. */
export async function readStream(
  origin: string,
  start: StreamStart,
  handlers: StreamHandlers,
  signal: AbortSignal,
): Promise<StreamEnd> {
  /** The stream's own reconnection time in milliseconds. */
  let waitMs: number | null = null;
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  const onBytes = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceMs);
    handlers.onAlive();
  };
  const lastId = start.kind === 'resume' ? start.lastId : '';
  const query = start.kind === 'recent' ? `?ago=${start.ms}` : '';
  /** The first position of a stream, or its reset, comes after all past events. */
  let isPast = start.kind === 'recent';
  try {
    const response = await fetch(origin + streamPath + query, {
      headers: { Accept: 'text/event-stream', ...(lastId && { 'Last-Event-ID': lastId }) },
      credentials: gatewayCredentials(),
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status === 401) return { kind: 'unauthorized' };
    if (!response.ok || !response.body) {
      const wait = retryAfterMs(response.headers.get('Retry-After'));
      return { kind: 'lost', waitMs: wait === null ? null : Math.min(wait, longestWaitMs) };
    }
    onBytes();
    const onRetry = (ms: number) => {
      waitMs = Math.min(ms, longestWaitMs);
    };
    const onEvent = (event: SseEvent) => {
      if (event.type === 'reset') isPast = false;
      (isPast ? handlers.onPast : handlers.onEvent)(event);
    };
    const onId = (id: string) => {
      isPast = false;
      handlers.onPosition(id);
    };
    const parser = sseParser({ onEvent, onId, onRetry }, lastId);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { kind: 'lost', waitMs };
      onBytes();
      parser.push(value);
    }
  } catch {
    // The network, the silence timer or the caller ended it.
    return { kind: 'lost', waitMs };
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}
