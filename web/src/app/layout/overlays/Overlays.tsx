import { ToastArea } from '@/components/toast/ToastArea';
import { NetworkWatch } from '../../watch/NetworkWatch';
import { WorkerMessages } from '../../watch/WorkerMessages';
import { InfoDialog } from './InfoDialog';

/**
 * Everything that may lie over a page: the info dialog, toasts, the dialog without a network, messages of the worker.
 */
export function Overlays() {
  return (
    <>
      <InfoDialog />
      <ToastArea />
      <NetworkWatch />
      <WorkerMessages />
    </>
  );
}
