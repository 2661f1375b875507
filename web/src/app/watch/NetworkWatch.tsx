import { IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { useAppDispatch } from '@/state/hooks';
import { networkBack } from '@/state/network/offline';

/** Shows a dialog when the network is lost, and a toast when it is back. */
export function NetworkWatch() {
  const dispatch = useAppDispatch();
  const [confirming, setConfirming] = useState(false);
  useEffect(() => {
    const offline = () => setConfirming(true);
    const online = () => {
      setConfirming(false);
      dispatch(networkBack());
      showToast({ severity: 'success', detail: messages.network.back, key: 'network' });
    };
    window.addEventListener('offline', offline);
    window.addEventListener('online', online);
    if (!navigator.onLine) offline();
    return () => {
      window.removeEventListener('offline', offline);
      window.removeEventListener('online', online);
    };
  }, [dispatch]);
  return (
    <ConfirmDialog
      opened={confirming}
      icon={IconWifiOff}
      header={messages.network.offlineTitle}
      description={messages.network.offline}
      reject={null}
      onAccept={() => setConfirming(false)}
    />
  );
}
