import { createParser } from 'eventsource-parser';

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
