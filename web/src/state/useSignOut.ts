import { useLogoutMutation } from '@/api';
import { sessionEnded } from '@/api/session';
import { useAppDispatch, useSessionID } from './hooks';

/** Ends the session here and at the server; here also if the call fails. */
export function useSignOut(): { signOut: () => void; busy: boolean } {
  const dispatch = useAppDispatch();
  const sessionId = useSessionID();
  const [logout, { isLoading }] = useLogoutMutation();
  const signOut = () => {
    void logout({ sessionId }).finally(() => dispatch(sessionEnded('signed-out')));
  };
  return { signOut, busy: isLoading };
}
