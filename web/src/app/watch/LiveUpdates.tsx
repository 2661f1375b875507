import { useEffect } from 'react';
import { gatewayOrigin } from '@/lib/http/gateway';
import { read } from '@/lib/storage/storage';
import { browserEnvironment, startLive } from '@/live/client';
import { liveSink, type News } from '@/live/sink';
import { useAppDispatch, useAppSelector, useSessionID } from '@/state/hooks';
import { showNews } from './showNews';

/** Keeps the live stream open during a session. */
export function LiveUpdates() {
  const dispatch = useAppDispatch();
  const sessionID = useSessionID();
  const since = useAppSelector((state) => state.session.since);
  useEffect(() => {
    const onNews = ({ posCommunicationID, posID, notification }: News) => {
      // As of the last load.
      const locations = read('locations') ?? [];
      const name = locations.find((location) => location.posID === posID)?.name;
      showNews(posCommunicationID, notification, locations.length > 1 ? name : undefined);
    };
    const sink = liveSink(dispatch, undefined, onNews);
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
