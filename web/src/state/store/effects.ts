import { createListenerMiddleware } from '@reduxjs/toolkit';
import { api, isApiError } from '@/api';
import { sendQueued } from '@/api/offline/offlineQueue';
import { sendWaiting } from '@/api/offline/waiting';
import { tagTypes } from '@/api/tags/tags';
import { currentSession, sessionEnded, sessionExpired } from '@/api/transport/session';
import { endPushes, showBadge } from '@/lib/push/browser';
import { forgetPushes } from '@/lib/push/seen';
import { forgetAnswers } from '@/lib/storage/answers';
import { clearAllButWelcome, read, remove, write } from '@/lib/storage/storage';
import { comparisonSelected } from '../comparison';
import { networkBack } from '../network/offline';
import { locationKey, locationSelected, sampleEnded } from '../selectedLocation';
import { endPending } from '../session/pendingLogout';
import { signedIn } from '../session/session';
import type { AppDispatch, RootState } from './rootReducer';

function isLive(state: unknown): boolean {
  return (state as RootState).live.connection === 'live';
}

/** Side effects of actions: storage follows the state, never the other way round. */
export function effects() {
  const listeners = createListenerMiddleware();

  listeners.startListening({
    actionCreator: sessionExpired,
    effect: (_, { dispatch }) => {
      dispatch(sessionEnded('expired'));
    },
  });

  listeners.startListening({
    actionCreator: sessionEnded,
    effect: (_, { dispatch }) => {
      clearAllButWelcome();
      showBadge(0);
      void endPushes();
      forgetPushes().catch(() => undefined);
      dispatch(api.util.resetApiState());
      void forgetAnswers();
    },
  });

  listeners.startListening({
    actionCreator: locationSelected,
    effect: ({ payload: posID }) => {
      if (posID === null) {
        remove(locationKey.chart);
        return;
      }
      for (const key of Object.values(locationKey)) write(key, posID);
    },
  });

  listeners.startListening({
    actionCreator: comparisonSelected,
    effect: ({ payload }) => {
      write('report_comparison', payload);
    },
  });

  listeners.startListening({
    matcher: api.endpoints.getRestaurantList.matchFulfilled,
    effect: ({ payload }, { dispatch }) => {
      const sample = read('locations')?.find(({ isSample }) => isSample);
      write('locations', payload.body);
      if (sample === undefined || payload.body.some(({ posID }) => posID === sample.posID)) return;
      dispatch(sampleEnded());
    },
  });

  // Nothing of a sample restaurant stays; what a page still shows is read again.
  listeners.startListening({
    actionCreator: sampleEnded,
    effect: (_, { dispatch }) => {
      for (const key of Object.values(locationKey)) remove(key);
      dispatch(api.util.resetApiState());
      void forgetAnswers();
    },
  });

  // The last person may have left without signing out. The new session replaces one whose end is pending.
  listeners.startListening({
    actionCreator: signedIn,
    effect: () => {
      remove('pending_logout');
      void forgetAnswers();
    },
  });

  listeners.startListening({
    actionCreator: networkBack,
    effect: async (_, { dispatch }) => {
      await (dispatch as AppDispatch)(endPending());
    },
  });

  // The stream may be live again without a change of the network: a network may lack internet access.
  listeners.startListening({
    predicate: (action, now, before) =>
      networkBack.match(action) || (isLive(now) && !isLive(before)),
    effect: async (_, listener) => {
      const state = () => listener.getState() as RootState;
      const owner = currentSession(state());
      if (owner === null) return;
      const sent = await sendQueued(owner, async (call) => {
        const { error } = await listener.dispatch(sendWaiting(call));
        return isApiError(error) ? error : undefined;
      });
      if (sent > 0 || Object.keys(state().offline.asOf).length > 0) {
        listener.dispatch(api.util.invalidateTags([...tagTypes]));
      }
    },
  });

  return listeners;
}
