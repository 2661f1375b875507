import type { SseEvent } from './stream';

/** Milliseconds for which an event is stored. */
export const maxAgeMs = 60_000;
/** Most stored events. */
const maxEvents = 1000;

/** The newest events of the stream, for tabs that load their first figures before they receive events. */
export function recentEvents(completeSince: number) {
  const recent: Array<{ event: SseEvent; at: number }> = [];
  let completeFrom = completeSince;

  return {
    /** Adds an event of this Unix time in milliseconds. */
    add(event: SseEvent, at: number): void {
      recent.push({ event, at });
      for (let [oldest] = recent; oldest; [oldest] = recent) {
        if (recent.length <= maxEvents && oldest.at >= at - maxAgeMs) break;
        completeFrom = oldest.at + 1;
        recent.shift();
      }
    },
    /** The events since this Unix time in milliseconds, oldest first; null if some were dropped. */
    since(at: number): SseEvent[] | null {
      if (at < completeFrom) return null;
      return recent.filter((entry) => entry.at >= at).map(({ event }) => event);
    },
  };
}
