import { Button } from '@mantine/core';
import { IconDeviceMobileOff } from '@tabler/icons-react';
import { useState } from 'react';
import {
  failureText,
  isApiError,
  type PushDevice,
  useGetDevicesQuery,
  useRemoveDeviceMutation,
  useTestPushMutation,
} from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { TopBar } from '@/components/navigation/TopBar';
import { PageError } from '@/components/placeholder/PageError';
import { PushSwitch } from '@/components/push/PushSwitch';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { turnPushOff } from '@/state/device/push';
import { useAppDispatch } from '@/state/hooks';
import classes from './ProfilePage.module.css';

const { push: words, views } = messages;

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** /profile/devices: the devices with push notifications. */
export function Component() {
  const dispatch = useAppDispatch();
  const { data, isError, error, refetch } = useGetDevicesQuery(
    { devicesRequest: {} },
    { refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  const [remove] = useRemoveDeviceMutation();
  const [test, testing] = useTestPushMutation();
  const [ending, setEnding] = useState<PushDevice | null>(null);
  const [removing, setRemoving] = useState(false);
  const devices = data?.body.deviceList;

  const onRemove = async ({ deviceID, current }: PushDevice) => {
    setRemoving(true);
    try {
      // Also ends the subscription of this browser.
      if (current) await dispatch(turnPushOff());
      else await remove({ deviceRequest: { deviceID } }).unwrap();
      showToast({ severity: 'success', detail: words.removed });
    } catch (failure) {
      // The device is removed already, as requested.
      const isGone = isApiError(failure) && failure.status === 404;
      showToast(
        isGone
          ? { severity: 'success', detail: words.removed }
          : { severity: 'error', detail: failureText(failure, words.removeFailed) },
      );
    }
    setRemoving(false);
    setEnding(null);
  };

  const onTest = async ({ deviceID }: PushDevice) => {
    try {
      await test({ deviceRequest: { deviceID } }).unwrap();
      showToast({ severity: 'success', detail: words.tested });
    } catch (failure) {
      const isGone = isApiError(failure) && failure.status === 404;
      const detail = isGone ? words.testGone : failureText(failure, words.testFailed);
      showToast({ severity: 'error', detail });
    }
  };

  return (
    <>
      <TopBar title={words.title} back="/profile" />
      <div className={classes.page}>
        <PushSwitch />
        <h2 className={classes.heading}>{words.devices}</h2>
        {isError && !devices && (
          <PageError error={error} text={views.failed} onRetry={() => void refetch()} />
        )}
        {!devices && !isError && <ListSkeleton rows={2} />}
        {devices?.length === 0 && <p className={classes.hint}>{words.noDevices}</p>}
        {devices && devices.length > 0 && (
          <ul className={classes.list}>
            {devices.map((device) => (
              <Row
                key={device.deviceID}
                device={device}
                busy={testing.isLoading}
                onTest={() => void onTest(device)}
                onRemove={() => setEnding(device)}
              />
            ))}
          </ul>
        )}
      </div>
      <ConfirmDialog
        opened={ending !== null}
        icon={IconDeviceMobileOff}
        header={words.removeQuestion(ending?.label ?? '')}
        description={words.removeHint}
        accept={words.remove}
        busy={removing}
        onAccept={() => ending !== null && void onRemove(ending)}
        onReject={() => setEnding(null)}
      />
    </>
  );
}

interface RowProps {
  device: PushDevice;
  busy: boolean;
  onTest: () => void;
  onRemove: () => void;
}

function Row({ device, busy, onTest, onRemove }: RowProps) {
  const { label, addedAt, lastSuccessAt, current } = device;
  const added = words.added(day.format(new Date(addedAt)));
  const delivered =
    lastSuccessAt === null
      ? words.neverDelivered
      : words.delivered(moment.format(new Date(lastSuccessAt)));
  return (
    <li className={classes.session}>
      <div className={classes.text}>
        <p className={classes.device}>
          {label}
          {current && <StatusBadge kind="success" label={words.current} />}
        </p>
        <p className={classes.times}>
          {added}, {delivered}
        </p>
      </div>
      <div className={classes.rowButtons}>
        <Button
          variant="default"
          aria-label={words.testThat(label)}
          disabled={busy}
          onClick={onTest}
        >
          {words.test}
        </Button>
        <Button variant="default" aria-label={words.removeThat(label)} onClick={onRemove}>
          {words.remove}
        </Button>
      </div>
    </li>
  );
}
