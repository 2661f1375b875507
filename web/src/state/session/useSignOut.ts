import { useState } from 'react';
import { sessionEnded } from '@/api/transport/session';
import { useAppDispatch, useSessionID } from '../hooks';
import { endAtServer } from './pendingLogout';

/** Ends the session here and at the server; if the call fails, at the server as soon as it can be reached. */
export function useSignOut(): { signOut: () => void; busy: boolean } {
  const dispatch = useAppDispatch();
  const sessionId = useSessionID();
  const [busy, setBusy] = useState(false);
  const signOut = () => {
    setBusy(true);
    void dispatch(endAtServer(sessionId)).finally(() => {
      setBusy(false);
      dispatch(sessionEnded('signed-out'));
    });
  };
  return { signOut, busy };
}
