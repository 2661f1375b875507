import { useEffect } from 'react';
import { gatewayOrigin } from '@/lib/http/gateway';
import { read } from '@/lib/storage/storage';
import { browserEnvironment, startLive } from '@/live/client';
import { liveSink, type News } from '@/live/sink';
import { useAppDispatch, useAppSelector, useSessionID } from '@/state/hooks';
import { showNews } from './showNews';

/** Holds the live stream open while somebody is signed in. */
export default function LiveUpdates() {
  const dispatch = useAppDispatch();
  const sessionID = useSessionID();
  const since = useAppSelector((state) => state.session.since);
  useEffect(() => {
    const tell = ({ posCommunicationID, posID, notification }: News) => {
      // As the last load told them.
      const known = read('locations') ?? [];
      const name = known.find((location) => location.posID === posID)?.name;
      showNews(posCommunicationID, notification, known.length > 1 ? name : undefined);
    };
    const sink = liveSink(dispatch, undefined, tell);
    const stop = startLive(browserEnvironment(gatewayOrigin(), sessionID, since), sink.receive);
    document.addEventListener('visibilitychange', sink.shown);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', sink.shown);
      sink.close();
    };
  }, [dispatch, sessionID, since]);
  return null;
}
