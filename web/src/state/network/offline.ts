import { createAction, createSlice } from '@reduxjs/toolkit';
import { answeredByServer, answeredFromDevice } from '@/api/offline/offline';
import { sessionEnded } from '@/api/transport/session';

/** The device has a network again. */
export const networkBack = createAction('offline/networkBack');

interface OfflineState {
  /** Arrival of answers that were read from the device, in Unix milliseconds by the key of their query. */
  asOf: Record<string, number>;
}

const initialState: OfflineState = { asOf: {} };

const slice = createSlice({
  name: 'offline',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(answeredFromDevice, (state, { payload: { queryKey, at } }) => {
        state.asOf[queryKey] = at;
      })
      .addCase(answeredByServer, (state, { payload }) => {
        delete state.asOf[payload];
      })
      .addCase(sessionEnded, () => initialState);
  },
});

export const offlineReducer = slice.reducer;
