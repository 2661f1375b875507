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

/** Marks what was viewed; the lists show it at once, and no longer where it could not be done. */
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
