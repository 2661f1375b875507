import type { SseEvent } from './sse';

/** Milliseconds that an event is kept for. */
export const keptMs = 60_000;
/** Events kept at most. */
const most = 1000;

/** The newest events of the stream, for tabs that open later: they asked for their first figures before they listened. */
export function recentEvents(completeSince: number) {
  const kept: Array<{ event: SseEvent; at: number }> = [];
  let since = completeSince;

  return {
    /** Takes an event of this Unix time in milliseconds. */
    keep(event: SseEvent, at: number): void {
      kept.push({ event, at });
      for (let [oldest] = kept; oldest; [oldest] = kept) {
        if (kept.length <= most && oldest.at >= at - keptMs) break;
        since = oldest.at + 1;
        kept.shift();
      }
    },
    /** What came from this Unix time in milliseconds on, the oldest first; null where some of it is gone. */
    from(at: number): SseEvent[] | null {
      if (at < since) return null;
      return kept.filter((one) => one.at >= at).map(({ event }) => event);
    },
  };
}
