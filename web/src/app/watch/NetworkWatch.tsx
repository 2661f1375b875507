import { IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { useAppDispatch } from '@/state/hooks';
import { networkBack } from '@/state/offline';

/** Says so when the network goes, and when it is back. */
export function NetworkWatch() {
  const dispatch = useAppDispatch();
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    const offline = () => setAsking(true);
    const online = () => {
      setAsking(false);
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
      opened={asking}
      icon={IconWifiOff}
      header={messages.network.offlineTitle}
      description={messages.network.offline}
      reject={null}
      onAccept={() => setAsking(false)}
    />
  );
}
