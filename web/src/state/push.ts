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
import type { AppDispatch, RootState } from './rootReducer';

/** A change of this device's pushes. */
type Change<Result> = (dispatch: AppDispatch, getState: () => RootState) => Promise<Result>;

/** The subscription for this key; one for another key is ended first. */
async function subscriptionFor(vapidPublicKey: string): Promise<PushSubscription | null> {
  const known = await currentSubscription();
  if (known !== null && !isMadeFor(known, vapidPublicKey)) await known.unsubscribe();
  return subscribe(vapidPublicKey);
}

/** Takes from the server what this session's device was. */
function forgetThisDevice(): Change<void> {
  return async (dispatch) => {
    const asked = api.endpoints.getDevices.initiate({ devicesRequest: {} }, { forceRefetch: true });
    const { deviceList } = (await once(dispatch(asked))).body;
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

/** Asks for permission and has pushes sent here; false where permission was not given. Throws where it cannot be done. */
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

/** Has no more pushes sent here. Throws where the server cannot be told. */
export function turnPushOff(): Change<void> {
  return async (dispatch) => {
    await dispatch(forgetThisDevice());
    remove('push_endpoint');
    await endPushes();
  };
}

/** Tells the server where pushes go, if that is elsewhere than it was told last: endpoints end, and keys change. */
export function renewPush(vapidPublicKey: string): Change<void> {
  return async (dispatch) => {
    const told = read('push_endpoint');
    const may = pushAbility() === 'ready' && Notification.permission === 'granted';
    if (told === null || !may) return;
    const subscription = await subscriptionFor(vapidPublicKey);
    if (subscription === null || subscription.endpoint === told) return;
    await dispatch(forgetThisDevice());
    await dispatch(addThisDevice(subscription));
  };
}
