/** One event of a server-sent event stream. */
export interface SseEvent {
  /** `message` where the stream named none. */
  type: string;
  data: string;
  /** The last id the stream has sent so far; empty before the first. */
  id: string;
}

export interface SseHandlers {
  onEvent: (event: SseEvent) => void;
  /** The stream told without an event that it is at this id. */
  onId?: (id: string) => void;
  /** The stream asks to come back this many milliseconds after it ends. */
  onRetry?: (ms: number) => void;
}

/**
 * Parses `text/event-stream` (WHATWG HTML, section 9.2) from chunks that end anywhere,
 * also between the CR and the LF of one line end.
 */
export function sseParser({ onEvent, onId, onRetry }: SseHandlers, lastId = '') {
  let rest = '';
  let started = false;
  let skipLineFeed = false;
  let type = '';
  let data: string[] = [];
  let id = lastId;
  let hasId = false;

  const field = (name: string, value: string) => {
    if (name === 'event') type = value;
    else if (name === 'data') data.push(value);
    else if (name === 'id' && !value.includes('\0')) {
      id = value;
      hasId = true;
    } else if (name === 'retry' && /^\d+$/.test(value)) onRetry?.(Number(value));
  };

  const line = (text: string) => {
    if (text === '') {
      if (data.length > 0) onEvent({ type: type || 'message', data: data.join('\n'), id });
      else if (hasId) onId?.(id);
      hasId = false;
      type = '';
      data = [];
      return;
    }
    const colon = text.indexOf(':');
    // A line that begins with a colon is a comment.
    if (colon === 0) return;
    if (colon < 0) field(text, '');
    else field(text.slice(0, colon), text.slice(colon + 1).replace(/^ /, ''));
  };

  return {
    push(chunk: string): void {
      let text = rest + chunk;
      if (!started && text !== '') {
        started = true;
        text = text.replace(/^\uFEFF/, '');
      }
      let start = 0;
      for (let at = 0; at < text.length; at++) {
        const char = text[at];
        if (char === '\n' && skipLineFeed) {
          // The second half of a CRLF.
          skipLineFeed = false;
          start = at + 1;
        } else if (char === '\n' || char === '\r') {
          skipLineFeed = char === '\r';
          line(text.slice(start, at));
          start = at + 1;
        } else {
          skipLineFeed = false;
        }
      }
      rest = text.slice(start);
    },
  };
}
