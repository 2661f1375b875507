import { useEffect, useRef, useState } from 'react';
import { api, useGetAppConfigQuery, useUpdateCommunicationViewedMutation } from '@/api';
import { useAddress } from '@/components/navigation/useAddress';
import { VIEWED } from '@/lib/paths';
import { showBadge } from '@/lib/push/browser';
import type { WorkerMessage } from '@/lib/push/messages';
import { selectConnection } from '@/live/slice';
import { renewPush } from '@/state/device/push';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { useUnreadCounts } from '@/state/useUnread';

/** Inbox work beside every page of a signed-in person: the app's badge, pushes, opened pushes. */
export function InboxWatch() {
  useBadge();
  useMissedCommunications();
  useRenewedPush();
  useViewedByPush();
  return null;
}

function useBadge(): void {
  const counts = useUnreadCounts();
  const count = counts && counts.notifications + counts.messages;
  useEffect(() => {
    if (count !== undefined) showBadge(count);
  }, [count]);
}

/** Reads the lists again when the stream opens: it does not send the communications that arrived before. */
function useMissedCommunications(): void {
  const dispatch = useAppDispatch();
  const live = useAppSelector((state) => selectConnection(state).connection === 'live');
  useEffect(() => {
    if (live) dispatch(api.util.invalidateTags(['Unread', 'Communications']));
  }, [dispatch, live]);
}

/** Push endpoints end and keys change: renewed at the start, and when the browser reports a change. */
function useRenewedPush(): void {
  const dispatch = useAppDispatch();
  const key = useGetAppConfigQuery().data?.vapidPublicKey;
  useEffect(() => {
    if (!key) return;
    // A failure is tried again at the next start.
    const renew = () => void dispatch(renewPush(key)).catch(() => undefined);
    renew();
    const onMessage = ({ data }: MessageEvent<WorkerMessage | undefined>) => {
      if (data?.kind === 'pushChanged') renew();
    };
    navigator.serviceWorker?.addEventListener('message', onMessage);
    return () => navigator.serviceWorker?.removeEventListener('message', onMessage);
  }, [dispatch, key]);
}

/** Marks the communication of an opened push as viewed. */
function useViewedByPush(): void {
  const { params, put } = useAddress();
  const [view] = useUpdateCommunicationViewedMutation();
  const id = params.get(VIEWED);
  // A page changes the address too, to choose the location: two changes at once would overwrite each other.
  const settled = !params.has('posID');
  const sent = useRef<string>(null);
  const [done, setDone] = useState<string | null>(null);
  useEffect(() => {
    if (id === null || !settled || sent.current === id) return;
    sent.current = id;
    void view({ communicationViewedRequest: { posCommunicationID: id } }).finally(() =>
      setDone(id),
    );
  }, [id, settled, view]);
  // Not before: a page that is left or loaded again meanwhile would lose the call.
  useEffect(() => {
    if (id !== null && id === done) put({ [VIEWED]: null });
  }, [id, done, put]);
}
