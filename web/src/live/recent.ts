import type { SseEvent } from './sse';

/** Milliseconds for which an event is kept. */
export const keptMs = 60_000;
/** Events kept at most. */
const most = 1000;

/** The newest events of the stream, for tabs that open later and load their first figures before they listen. */
export function recentEvents(completeSince: number) {
  const kept: Array<{ event: SseEvent; at: number }> = [];
  let since = completeSince;

  return {
    /** Adds an event of this Unix time in milliseconds. */
    keep(event: SseEvent, at: number): void {
      kept.push({ event, at });
      for (let [oldest] = kept; oldest; [oldest] = kept) {
        if (kept.length <= most && oldest.at >= at - keptMs) break;
        since = oldest.at + 1;
        kept.shift();
      }
    },
    /** The events since this Unix time in milliseconds, oldest first; null if some are gone. */
    from(at: number): SseEvent[] | null {
      if (at < since) return null;
      return kept.filter((one) => one.at >= at).map(({ event }) => event);
    },
  };
}
