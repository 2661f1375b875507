import { createListenerMiddleware } from '@reduxjs/toolkit';
import { api } from '@/api';
import { sessionEnded, sessionExpired } from '@/api/session';
import { endPushes, showBadge } from '@/lib/push/browser';
import { forgetPushes } from '@/lib/push/seen';
import { clearAllButWelcome, remove, write } from '@/lib/storage/storage';
import { locationKey, locationSelected } from './selectedLocation';

/** What happens beside the reducers: storage follows the state, never the other way round. */
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

  return listeners;
}
