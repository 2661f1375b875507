import type { SseEvent } from './sse';

/** What the tab with the stream tells the other tabs of the browser. */
export type TabMessage =
  | { kind: 'event'; event: SseEvent }
  /** It happened before the stream was opened: what was loaded may be older, but it is no news. */
  | { kind: 'past'; event: SseEvent }
  /** The stream is at this id: whoever leads next resumes from there. */
  | { kind: 'place'; id: string }
  /** The stream was heard at this Unix time in milliseconds. */
  | { kind: 'heard'; at: number }
  | { kind: 'lost' }
  | { kind: 'unauthorized' }
  /** A tab asks how things stand; one that just opened, also for what happened since this Unix time in milliseconds. */
  | { kind: 'hello'; since?: number };
