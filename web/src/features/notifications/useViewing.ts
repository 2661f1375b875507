import { useCallback } from 'react';
import {
  useUpdateAllCommunicationsViewedMutation,
  useUpdateCommunicationViewedMutation,
} from '@/api';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';

const failed = {
  severity: 'error',
  detail: messages.notifications.failed,
  key: 'inbox',
} as const;

/** Marks communications as viewed; the lists show it at once, and undo it after a failure. */
export function useViewing(posID: string | null) {
  const [markOne] = useUpdateCommunicationViewedMutation();
  const [markAll] = useUpdateAllCommunicationsViewedMutation();
  const one = useCallback(
    (posCommunicationID: string) => {
      const communicationViewedRequest = { posCommunicationID };
      markOne({ communicationViewedRequest })
        .unwrap()
        .catch(() => showToast(failed));
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
      .catch(() => showToast(failed));
  }, [markAll, posID]);
  return { one, all };
}
