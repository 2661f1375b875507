import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { emptyApi } from '@/api/emptyApi';
import { effects } from './effects';
import { type RootState, rootReducer } from './rootReducer';

/** Makes a store: one in the app, a new one in every test. */
export function makeStore(preloadedState?: Partial<RootState>) {
  const store = configureStore({
    reducer: rootReducer,
    preloadedState,
    middleware: (defaults) => defaults().prepend(effects().middleware).concat(emptyApi.middleware),
  });
  setupListeners(store.dispatch);
  return store;
}

export type AppStore = ReturnType<typeof makeStore>;
