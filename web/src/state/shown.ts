import { createSelector } from '@reduxjs/toolkit';
import { showsFigures } from '@/api/offline';
import type { RootState } from './rootReducer';

/** What is shown at the moment, of the figures. */
export interface Shown {
  /** Unix milliseconds of the arrival of the oldest; `null` where none are shown. */
  at: number | null;
  /** Whether the device answered for some of them. */
  fromDevice: boolean;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Whether the days that were asked about are over: their figures hardly change any more. */
function isOver(args: unknown, now: number): boolean {
  const { reportRequest } = (args ?? {}) as { reportRequest?: { endDate?: string } };
  const end = Date.parse(reportRequest?.endDate ?? '');
  return Number.isFinite(end) && now - end > 2 * dayMs;
}

/** Whether figures came, looked at still or not: who looks at what is known half a second later. */
export function selectFiguresCame(state: RootState): boolean {
  return Object.values(state.api.queries).some(
    (query) => query?.data !== undefined && showsFigures(query.endpointName, query.originalArgs),
  );
}

/** Of when the figures are that are looked at: the oldest of them counts, past days only among themselves. */
export const selectShown = createSelector(
  [
    (state: RootState) => state.api.queries,
    (state: RootState) => state.api.subscriptions,
    (state: RootState) => state.offline.asOf,
  ],
  (queries, subscriptions, asOf): Shown => {
    const shown = Object.entries(queries).flatMap(([key, query]) => {
      const looked = Object.keys(subscriptions[key] ?? {}).length > 0;
      if (
        !looked ||
        query?.data === undefined ||
        !showsFigures(query.endpointName, query.originalArgs)
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
