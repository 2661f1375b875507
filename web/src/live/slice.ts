import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { DailyFigures } from '@/api';
import { sessionEnded } from '@/api/transport/session';

/** The new daily row of a business date, as in `report.changed` (no share, no comparisons). */
export interface LiveTotals extends Omit<DailyFigures, 'hoursWithoutWage'> {
  /** Not in every event. */
  hoursWithoutWage?: number;
  businessDate: string;
  posID: string;
}

/** Data of the stream's `report.changed`; `from` to `to` are the business dates that changed. */
export interface ReportChanged {
  id: string;
  posID: string;
  version: number;
  businessDate: string;
  from: string;
  to: string;
  totals: LiveTotals;
}

type Connection = 'connecting' | 'live' | 'offline';

interface LiveState {
  connection: Connection;
  /** Unix time in milliseconds of the stream's last sign of life; null before the first. */
  updatedAt: number | null;
  /** Newest version received for each posID; lower ones are stale. */
  versions: Record<string, number>;
  /** Newest totals by posID and business date (YYYY-MM-DD). */
  totals: Record<string, Record<string, LiveTotals>>;
}

const initialState: LiveState = {
  connection: 'connecting',
  updatedAt: null,
  versions: {},
  totals: {},
};

/** Most business dates of a location: today and the days around a change of date. */
const maxDates = 7;

/** YYYY-MM-DD of a business date with or without a time part. */
function day(businessDate: string): string {
  return businessDate.slice(0, 10);
}

const slice = createSlice({
  name: 'live',
  initialState,
  reducers: {
    connectionChanged(state, action: PayloadAction<Connection>) {
      state.connection = action.payload;
    },
    /** The last sign of life of the stream: Unix time in milliseconds. */
    streamAlive(state, action: PayloadAction<number>) {
      state.connection = 'live';
      state.updatedAt = action.payload;
    },
    reportChanged(state, action: PayloadAction<ReportChanged>) {
      const { posID, version, businessDate, totals } = action.payload;
      if (version <= (state.versions[posID] ?? -1)) return;
      state.versions[posID] = version;
      const dates = state.totals[posID] ?? {};
      dates[day(businessDate)] = totals;
      for (const old of Object.keys(dates).sort().slice(0, -maxDates)) delete dates[old];
      state.totals[posID] = dates;
    },
    /** Events were missed: totals and versions may be stale. */
    liveReset(state) {
      state.versions = {};
      state.totals = {};
    },
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => initialState);
  },
});

export const { connectionChanged, streamAlive, reportChanged, liveReset } = slice.actions;
export const liveReducer = slice.reducer;

interface WithLive {
  live: LiveState;
}

/** All totals from the stream: posID -> YYYY-MM-DD -> totals. */
export const selectAllLiveTotals = (state: WithLive) => state.live.totals;

/** State of the live dot: connection, and Unix time in milliseconds of the last sign of life. */
export const selectConnection = createSelector(
  (state: WithLive) => state.live.connection,
  (state: WithLive) => state.live.updatedAt,
  (connection, updatedAt) => ({ connection, updatedAt }),
);
