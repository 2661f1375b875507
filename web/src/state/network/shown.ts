import { createSelector } from '@reduxjs/toolkit';
import { showsAge } from '@/api/offline/offline';
import type { RootState } from '../store/rootReducer';

/** The figures that are shown. */
export interface Shown {
  /** Arrival of the oldest in Unix milliseconds; `null` if none are shown. */
  at: number | null;
  /** Whether some of them come from the device. */
  fromDevice: boolean;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Whether the requested days are over: their figures hardly change any more. */
function isOver(args: unknown, now: number): boolean {
  const { reportRequest } = (args ?? {}) as { reportRequest?: { endDate?: string } };
  const end = Date.parse(reportRequest?.endDate ?? '');
  return Number.isFinite(end) && now - end > 2 * dayMs;
}

/** Whether figures were loaded, also if their page was left. */
export function selectFiguresLoaded(state: RootState): boolean {
  return Object.values(state.api.queries).some(
    (query) => query?.data !== undefined && showsAge(query.endpointName, query.originalArgs),
  );
}

/** The age of the shown figures: that of the oldest; past days count only if no running day is shown. */
export const selectShown = createSelector(
  [
    (state: RootState) => state.api.queries,
    (state: RootState) => state.api.subscriptions,
    (state: RootState) => state.offline.asOf,
  ],
  (queries, subscriptions, asOf): Shown => {
    const shown = Object.entries(queries).flatMap(([key, query]) => {
      const subscribed = Object.keys(subscriptions[key] ?? {}).length > 0;
      if (
        !subscribed ||
        query?.data === undefined ||
        !showsAge(query.endpointName, query.originalArgs)
      )
        return [];
      const at = asOf[key] ?? query.fulfilledTimeStamp ?? 0;
      return [{ at, fromDevice: key in asOf, over: isOver(query.originalArgs, Date.now()) }];
    });
    const running = shown.filter(({ over }) => !over);
    const counted = running.length > 0 ? running : shown;
    return {
      at: counted.length > 0 ? Math.min(...counted.map(({ at }) => at)) : null,
      fromDevice: shown.some(({ fromDevice }) => fromDevice),
    };
  },
);
