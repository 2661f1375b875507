import { useEffect } from 'react';
import { api } from '@/api';
import { sessionEnded } from '@/api/transport/session';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { read } from '@/lib/storage/storage';
import { useAppDispatch, useAppSelector, useSessionID } from '@/state/hooks';
import { endPending } from '@/state/session/pendingLogout';
import { signedIn, storedSession } from '@/state/session/session';

/**
 * Ends sessions left by a sign-out without a network, shows that a session expired, and follows sign-ins and sign-outs
 * of the browser's other tabs.
 */
export function SessionWatch() {
  const dispatch = useAppDispatch();
  const sessionID = useSessionID();
  const ended = useAppSelector((state) => state.session.ended);

  // A sign-out that did not reach the server is sent at the next start.
  useEffect(() => {
    void dispatch(endPending());
  }, [dispatch]);

  useEffect(() => {
    if (ended !== 'expired') return;
    showToast({ severity: 'error', detail: messages.auth.sessionExpired, key: 'session' });
  }, [ended]);

  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      // Login writes the user last; a cleared storage has no key at all.
      if (key !== null && key !== 'user') return;
      const { user } = storedSession();
      if (user && user.sessionID !== sessionID) {
        dispatch(api.util.resetApiState());
        dispatch(signedIn(user));
      } else if (sessionID !== '' && read('sessionID') === null) {
        dispatch(sessionEnded('signed-out'));
      }
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [dispatch, sessionID]);

  return null;
}
