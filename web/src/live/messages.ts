import type { SseEvent } from './stream';

/** Messages between the tabs of a browser: from the tab with the stream to the others, and `stateRequest` back. */
export type TabMessage =
  | { kind: 'event'; event: SseEvent }
  /** An event from before the stream was opened: loaded data may be older, but it is no news. */
  | { kind: 'past'; event: SseEvent }
  /** The stream is at this id: the next leading tab resumes from there. */
  | { kind: 'position'; id: string }
  /** The last sign of life of the stream: Unix time in milliseconds. */
  | { kind: 'alive'; at: number }
  | { kind: 'lost' }
  | { kind: 'unauthorized' }
  /** Asks for the state; from a tab that just opened, also for the events since this Unix time in milliseconds. */
  | { kind: 'stateRequest'; since?: number };
