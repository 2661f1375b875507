import { useCallback } from 'react';
import {
  failureText,
  useUpdateAllCommunicationsViewedMutation,
  useUpdateCommunicationViewedMutation,
} from '@/api';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';

function showFailure(error: unknown): void {
  const detail = failureText(error, messages.notifications.failed);
  showToast({ severity: 'error', detail, key: 'inbox' });
}

/** Marks communications as viewed; the lists show it at once, and undo it after a failure. */
export function useViewing(posID: string | null) {
  const [markOne] = useUpdateCommunicationViewedMutation();
  const [markAll] = useUpdateAllCommunicationsViewedMutation();
  const one = useCallback(
    (posCommunicationID: string) => {
      const communicationViewedRequest = { posCommunicationID };
      markOne({ communicationViewedRequest }).unwrap().catch(showFailure);
    },
    [markOne],
  );
  const all = useCallback(() => {
    const allViewedRequest = { ...(posID !== null && { posID }) };
    markAll({ allViewedRequest })
      .unwrap()
      .then(() => {
        showToast({ severity: 'success', detail: messages.inbox.allMarked, key: 'inbox' });
      })
      .catch(showFailure);
  }, [markAll, posID]);
  return { one, all };
}
