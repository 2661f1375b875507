import { useEffect } from 'react';
import { gatewayOrigin } from '@/lib/http/gateway';
import { browserEnvironment, startLive } from '@/live/client';
import { liveSink } from '@/live/sink';
import { useAppDispatch, useSessionID } from '@/state/hooks';

/** Holds the live stream open while somebody is signed in. */
export default function LiveUpdates() {
  const dispatch = useAppDispatch();
  const sessionID = useSessionID();
  useEffect(() => {
    const sink = liveSink(dispatch);
    const stop = startLive(browserEnvironment(gatewayOrigin(), sessionID), sink.receive);
    document.addEventListener('visibilitychange', sink.shown);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', sink.shown);
      sink.close();
    };
  }, [dispatch, sessionID]);
  return null;
}
