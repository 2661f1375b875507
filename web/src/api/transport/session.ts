import { createAction } from '@reduxjs/toolkit';

/** A call of the open session was answered 401. */
export const sessionExpired = createAction('session/expired');

/** The session is over: each slice drops the data of the session. */
export const sessionEnded = createAction<'signed-out' | 'expired'>('session/ended');

/** Prefix of the addresses of calls to which `baseQuery` adds the session; codegen.config.cjs writes it, too. */
export const SESSION_PREFIX = '/session:';

/** The address of a call of the main API with the session in its body. */
export function sessionCall(call: string): string {
  return `${SESSION_PREFIX}api-restaurant-pos/restaurantpro/${call}`;
}

/** The part of the root state that the API layer reads: the slice of state/session/session.ts. */
interface WithSession {
  session?: { user: { sessionID: string } | null };
}

/** The id of the open session, or null. */
export function currentSession(state: unknown): string | null {
  return (state as WithSession).session?.user?.sessionID ?? null;
}
