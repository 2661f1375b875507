import { createAction } from '@reduxjs/toolkit';

/** A call of the open session was answered 401. */
export const sessionExpired = createAction('session/expired');

/** The session is over: every slice forgets its data. */
export const sessionEnded = createAction<'signed-out' | 'expired'>('session/ended');

/**
 * Prefix of the addresses of calls that name the session: the transport fills it in (baseQuery.ts, codegen.config.cjs).
 */
export const OF_SESSION = '/session:';

/** The address of a call of the main API that names the session in its body. */
export function sessionCall(call: string): string {
  return `${OF_SESSION}api-restaurant-pos/restaurantpro/${call}`;
}

/** The part of the root state that the API layer reads; state/session.ts keeps it. */
interface WithSession {
  session?: { user: { sessionID: string } | null };
}

/** The session id that is open at this moment, or null. */
export function currentSession(state: unknown): string | null {
  return (state as WithSession).session?.user?.sessionID ?? null;
}
