import { useEffect } from 'react';
import { api, useGetAppConfigQuery, useUpdateCommunicationViewedMutation } from '@/api';
import { useAddress } from '@/components/navigation/useAddress';
import { VIEWED } from '@/lib/paths';
import { showBadge } from '@/lib/push/browser';
import type { WorkerMessage } from '@/lib/push/messages';
import { selectConnection } from '@/live/slice';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { renewPush } from '@/state/push';
import { useUnreadCounts } from '@/state/useUnread';

/** What goes on beside every page while somebody is signed in: the app's badge, pushes, what a push led to. */
export default function InboxWatch() {
  useBadge();
  useCaughtUp();
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

/** What came after the page asked and before the stream was there, nobody told: it is asked for again. */
function useCaughtUp(): void {
  const dispatch = useAppDispatch();
  const live = useAppSelector((state) => selectConnection(state).connection === 'live');
  useEffect(() => {
    if (live) dispatch(api.util.invalidateTags(['Unread', 'Communications']));
  }, [dispatch, live]);
}

/** Endpoints end and keys change: at the start, and when the browser says so, the server is told. */
function useRenewedPush(): void {
  const dispatch = useAppDispatch();
  const key = useGetAppConfigQuery().data?.vapidPublicKey;
  useEffect(() => {
    if (!key) return;
    // What fails is tried again at the next start.
    const renew = () => void dispatch(renewPush(key)).catch(() => undefined);
    renew();
    const onMessage = ({ data }: MessageEvent<WorkerMessage | undefined>) => {
      if (data?.kind === 'pushChanged') renew();
    };
    navigator.serviceWorker?.addEventListener('message', onMessage);
    return () => navigator.serviceWorker?.removeEventListener('message', onMessage);
  }, [dispatch, key]);
}

/** Who followed a push has viewed what it told. */
function useViewedByPush(): void {
  const { params, put } = useAddress();
  const [view] = useUpdateCommunicationViewedMutation();
  const id = params.get(VIEWED);
  // A page changes the address too, to choose the location: two changes at once would undo each other.
  const settled = !params.has('posID');
  useEffect(() => {
    if (id === null || !settled) return;
    void view({ communicationViewedRequest: { posCommunicationID: id } });
    put({ [VIEWED]: null });
  }, [id, settled, view, put]);
}
