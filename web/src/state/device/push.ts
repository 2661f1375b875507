import { api, once } from '@/api';
import {
  bodyOf,
  currentSubscription,
  endPushes,
  isMadeFor,
  pushAbility,
  subscribe,
} from '@/lib/push/browser';
import { read, remove, write } from '@/lib/storage/storage';
import type { AppDispatch, RootState } from '../store/rootReducer';

/** A change of this device's pushes. */
type Change<Result> = (dispatch: AppDispatch, getState: () => RootState) => Promise<Result>;

/** The subscription for this key; a subscription for another key is ended first. */
async function subscriptionFor(vapidPublicKey: string): Promise<PushSubscription | null> {
  const earlier = await currentSubscription();
  if (earlier !== null && !isMadeFor(earlier, vapidPublicKey)) await earlier.unsubscribe();
  return subscribe(vapidPublicKey);
}

/** Removes this session's device at the server. */
function forgetThisDevice(): Change<void> {
  return async (dispatch) => {
    const query = api.endpoints.getDevices.initiate({ devicesRequest: {} }, { forceRefetch: true });
    const { deviceList } = (await once(dispatch(query))).body;
    for (const { deviceID, current } of deviceList) {
      if (!current) continue;
      const deviceRequest = { deviceID };
      await dispatch(api.endpoints.removeDevice.initiate({ deviceRequest })).unwrap();
    }
  };
}

function addThisDevice(subscription: PushSubscription): Change<void> {
  return async (dispatch) => {
    const body = bodyOf(subscription);
    if (body === null) throw new Error('the subscription has no keys');
    const addDeviceRequest = {
      subscription: body,
    };
    await dispatch(api.endpoints.addDevice.initiate({ addDeviceRequest })).unwrap();
    write('push_endpoint', body.endpoint);
  };
}

/** Asks for permission and turns pushes on; false without permission. Throws if the browser or the server fails. */
export function turnPushOn(vapidPublicKey: string): Change<boolean> {
  return async (dispatch) => {
    const subscription = await subscriptionFor(vapidPublicKey);
    if (subscription === null) return false;
    try {
      await dispatch(addThisDevice(subscription));
    } catch (error) {
      await endPushes();
      throw error;
    }
    return true;
  };
}

/** Turns pushes off. Throws if the server fails. */
export function turnPushOff(): Change<void> {
  return async (dispatch) => {
    await dispatch(forgetThisDevice());
    remove('push_endpoint');
    await endPushes();
  };
}

/** Sends the server this browser's push endpoint if it changed: endpoints end, and keys change. */
export function renewPush(vapidPublicKey: string): Change<void> {
  return async (dispatch) => {
    const sent = read('push_endpoint');
    const may = pushAbility() === 'ready' && Notification.permission === 'granted';
    if (sent === null || !may) return;
    const subscription = await subscriptionFor(vapidPublicKey);
    if (subscription === null || subscription.endpoint === sent) return;
    await dispatch(forgetThisDevice());
    await dispatch(addThisDevice(subscription));
  };
}
