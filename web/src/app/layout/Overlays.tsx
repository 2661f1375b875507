import { ToastArea } from '@/components/toast/ToastArea';
import { InfoDialog } from './InfoDialog';
import { NetworkWatch } from './NetworkWatch';

/** What may lie over every page: the info dialog, the toasts, and that the network is gone. */
export default function Overlays() {
  return (
    <>
      <InfoDialog />
      <ToastArea />
      <NetworkWatch />
    </>
  );
}
