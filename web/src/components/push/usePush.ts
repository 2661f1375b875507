import { useCallback, useEffect, useState } from 'react';
import { failureText, useGetAppConfigQuery, useGetDevicesQuery } from '@/api';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { currentSubscription, type PushAbility, pushAbility } from '@/lib/push/browser';
import { turnPushOff, turnPushOn } from '@/state/device/push';
import { useAppDispatch } from '@/state/hooks';

const words = messages.push;

export interface PushState {
  /** The obstacle to pushes. */
  ability: PushAbility;
  /** Whether this device gets them; `undefined` while unknown. */
  on: boolean | undefined;
  busy: boolean;
  /** Call it on a tap: it may ask for permission. */
  turn: (on: boolean) => Promise<void>;
}

/** Pushes on this device, and turning them on and off. */
export function usePush(): PushState {
  const dispatch = useAppDispatch();
  const config = useGetAppConfigQuery();
  const devices = useGetDevicesQuery({ devicesRequest: {} });
  const [ability, setAbility] = useState(pushAbility);
  const [subscribed, setSubscribed] = useState<boolean>();
  const [busy, setBusy] = useState(false);

  const readState = useCallback(async () => {
    setAbility(pushAbility());
    setSubscribed((await currentSubscription().catch(() => null)) !== null);
  }, []);
  const list = devices.data?.body.deviceList;
  // Also when the list changes: this device may have been removed from it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    void readState();
    // Permission may have been changed in the browser's settings.
    const shown = () => void (document.visibilityState === 'visible' && readState());
    document.addEventListener('visibilitychange', shown);
    return () => document.removeEventListener('visibilitychange', shown);
  }, [readState, list]);

  const turn = async (on: boolean) => {
    setBusy(true);
    try {
      if (!on) {
        await dispatch(turnPushOff());
        showToast({ severity: 'success', detail: words.off, key: 'push' });
      } else {
        const key = config.data?.vapidPublicKey ?? (await config.refetch()).data?.vapidPublicKey;
        if (!key) {
          showToast({ severity: 'warn', detail: words.notNow, key: 'push' });
        } else if (await dispatch(turnPushOn(key))) {
          showToast({ severity: 'success', detail: words.on, key: 'push' });
        }
      }
    } catch (error) {
      const detail = failureText(error, on ? words.failed : words.offFailed);
      showToast({ severity: 'error', detail, key: 'push' });
    }
    await readState();
    setBusy(false);
  };

  // If the list cannot be read, pushes can still be turned on.
  const current = list?.some((device) => device.current) ?? (devices.isError ? false : undefined);
  const on = subscribed === undefined || current === undefined ? undefined : subscribed && current;
  return { ability, on, busy, turn };
}
