import { api, isApiError } from '@/api';
import { read, remove, write } from '@/lib/storage/storage';
import type { AppDispatch } from '../store/rootReducer';

/** Whether the server may not have received the call: no network, no answer in time, or a busy server. */
function isUndelivered(error: unknown): boolean {
  if (!isApiError(error)) return true;
  return typeof error.status !== 'number' || error.status === 429 || error.status >= 500;
}

/**
 * Ends a session at the server. If the server cannot be reached, the session id is stored, and `endPending` ends it
 * later: the HttpOnly cookie stays in the browser until then, since no script can delete it.
 */
export function endAtServer(sessionId: string) {
  return async (dispatch: AppDispatch): Promise<void> => {
    write('pending_logout', sessionId);
    try {
      await dispatch(api.endpoints.logout.initiate({ sessionId })).unwrap();
    } catch (error) {
      if (isUndelivered(error)) return;
    }
    if (read('pending_logout') === sessionId) remove('pending_logout');
  };
}

let underWay: Promise<void> | null = null;

/**
 * Ends the session whose sign-out did not reach the server, if there is one. Its answer deletes the cookies: a login
 * waits for it.
 */
export function endPending() {
  return (dispatch: AppDispatch): Promise<void> => {
    const sessionId = read('pending_logout');
    if (sessionId === null) return underWay ?? Promise.resolve();
    underWay ??= dispatch(endAtServer(sessionId)).finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
