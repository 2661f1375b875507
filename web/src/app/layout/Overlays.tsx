import { ToastArea } from '@/components/toast/ToastArea';
import { NetworkWatch } from '../watch/NetworkWatch';
import { WorkerMessages } from '../watch/WorkerMessages';
import { InfoDialog } from './InfoDialog';

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
