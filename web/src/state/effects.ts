import { createListenerMiddleware } from '@reduxjs/toolkit';
import { api, isApiError } from '@/api';
import { sendQueued } from '@/api/offlineQueue';
import { currentSession, sessionEnded, sessionExpired } from '@/api/session';
import { tagTypes } from '@/api/tags';
import { sendWaiting } from '@/api/waiting';
import { endPushes, showBadge } from '@/lib/push/browser';
import { forgetPushes } from '@/lib/push/seen';
import { forgetAnswers } from '@/lib/storage/answers';
import { clearAllButWelcome, remove, write } from '@/lib/storage/storage';
import { networkBack } from './offline';
import { endPending } from './pendingLogout';
import type { AppDispatch, RootState } from './rootReducer';
import { locationKey, locationSelected } from './selectedLocation';
import { signedIn } from './session';

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
    effect: ({ payload: { variant, posID } }) => {
      if (posID === null) remove(locationKey[variant]);
      else write(locationKey[variant], posID);
    },
  });

  listeners.startListening({
    matcher: api.endpoints.getRestaurantList.matchFulfilled,
    effect: ({ payload }) => {
      write('locations', payload.body);
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

  // The stream is live again also after a network that led nowhere.
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
