import { ToastArea } from '@/components/toast/ToastArea';
import { InfoDialog } from './InfoDialog';
import { NetworkWatch } from './NetworkWatch';
import { WorkerMessages } from './WorkerMessages';

/** What may lie over every page: the info dialog, the toasts, that the network is gone, and what the worker tells. */
export default function Overlays() {
  return (
    <>
      <InfoDialog />
      <ToastArea />
      <NetworkWatch />
      <WorkerMessages />
    </>
  );
}
