import { gatewayCredentials } from '@/lib/http/gateway';
import { longestWaitMs, retryAfterMs } from '@/lib/http/retry';
import { type SseEvent, sseParser } from './sse';

/** Where the stream is (docs/api.md, 'Live stream'). */
const streamPath = '/push/v1/stream';

/** A comment comes every 15 seconds: after three missing ones the connection is dead. */
export const silenceMs = 45_000;

/** What a stream is to begin with. */
export type StreamStart =
  /** What came after the event of this id. */
  | { kind: 'resume'; lastId: string }
  /** What changed in so many milliseconds before now. */
  | { kind: 'recent'; ms: number };

export interface StreamHandlers {
  onEvent: (event: SseEvent) => void;
  /** What happened before a stream that resumes nothing was opened. */
  onPast: (event: SseEvent) => void;
  /** The stream is at this id: to resume from, though no event came. */
  onPlace: (id: string) => void;
  /** Anything at all arrived. */
  onHeard: () => void;
}

/** How one connection ended: what to do next follows from it. */
export type StreamEnd =
  | { kind: 'unauthorized' }
  /** Milliseconds the server asked to wait, or null where it did not say. */
  | { kind: 'lost'; waitMs: number | null };

/** Reads the stream until it ends, fails, falls silent, or the signal is aborted. Never throws. */
export async function readStream(
  origin: string,
  start: StreamStart,
  handlers: StreamHandlers,
  signal: AbortSignal,
): Promise<StreamEnd> {
  /** What the stream said about coming back. */
  let waitMs: number | null = null;
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceMs);
    handlers.onHeard();
  };
  const lastId = start.kind === 'resume' ? start.lastId : '';
  const query = start.kind === 'recent' ? `?ago=${start.ms}` : '';
  /** The first place of a stream, or its reset, comes after all that happened before. */
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
      return { kind: 'lost', waitMs: retryAfterMs(response.headers.get('Retry-After')) };
    }
    heard();
    const onRetry = (ms: number) => {
      waitMs = Math.min(ms, longestWaitMs);
    };
    const onEvent = (event: SseEvent) => {
      if (event.type === 'reset') isPast = false;
      (isPast ? handlers.onPast : handlers.onEvent)(event);
    };
    const onId = (id: string) => {
      isPast = false;
      handlers.onPlace(id);
    };
    const parser = sseParser({ onEvent, onId, onRetry }, lastId);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { kind: 'lost', waitMs };
      heard();
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
