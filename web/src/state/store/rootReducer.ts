import { combineReducers, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { emptyApi } from '@/api/emptyApi';
import { liveReducer } from '@/live/slice';
import { comparisonReducer } from '../comparison';
import { listsReducer } from '../lists';
import { offlineReducer } from '../network/offline';
import { selectedLocationReducer } from '../selectedLocation';
import { sessionReducer } from '../session/session';
import { uiReducer } from '../ui';

export const rootReducer = combineReducers({
  [emptyApi.reducerPath]: emptyApi.reducer,
  comparison: comparisonReducer,
  lists: listsReducer,
  live: liveReducer,
  offline: offlineReducer,
  selectedLocation: selectedLocationReducer,
  session: sessionReducer,
  ui: uiReducer,
});

export type RootState = ReturnType<typeof rootReducer>;

/** Takes actions and thunks of this state. */
export type AppDispatch = ThunkDispatch<RootState, undefined, UnknownAction>;
