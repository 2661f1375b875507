import { createAction } from '@reduxjs/toolkit';
import type { BaseQueryFn, FetchArgs } from '@reduxjs/toolkit/query/react';
import { storeAnswer, storedAnswer } from '@/lib/storage/answers';
import { read } from '@/lib/storage/storage';
import { countsOnly } from '../inbox/counting';
import { reportEndpoints } from '../tags/reports';
import { baseQuery } from '../transport/baseQuery';
import type { ApiError } from '../transport/errors';
import { currentSession } from '../transport/session';
import { isQueued, queueCall, storageKey } from './offlineQueue';

/**
 * Endpoints whose answers are stored on the device, and whose age the page shows: reports, checks, the menu and the
 * inbox. Never guests, card payments, payouts, wages or campaigns.
 */
const datedEndpoints = new Set([
  ...reportEndpoints,
  'getInsideSales',
  'getOpenChecks',
  'getItemsList',
  'getCommunications',
]);
/** Endpoints that every page needs. Their answers are stored, too; their age does not matter. */
const basicEndpoints = new Set(['getRestaurantList', 'getAppConfig']);

/** Whether the page shows the age of this endpoint's answer to `args`. The unread count alone has none. */
export function showsAge(endpoint: string | undefined, args: unknown): boolean {
  if (endpoint === undefined || !datedEndpoints.has(endpoint)) return false;
  const { communicationsRequest } = (args ?? {}) as { communicationsRequest?: { limit?: number } };
  return communicationsRequest === undefined || !countsOnly(communicationsRequest);
}

/** An answer was read from the device: it arrived at this time (Unix milliseconds). */
export const answeredFromDevice = createAction<{ queryKey: string; at: number }>(
  'offline/answeredFromDevice',
);
/** The server answered a query that the device had answered before. */
export const answeredByServer = createAction<string>('offline/answeredByServer');

interface WithOffline {
  offline?: { asOf: Record<string, number> };
}

/** The session for which answers are stored; null without 'remember me'. */
function ownerOf(state: unknown): string | null {
  return read('rememberMe') === false ? null : currentSession(state);
}

function networkFailed({ status }: ApiError): boolean {
  return status === 'offline' || status === 'timeout';
}

/**
 * The base query with a cache on the device: answers are stored, and read from there if the network fails. Marking a
 * communication as viewed waits for the network; every other change fails.
 */
export const offlineQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError> = async (
  args,
  api,
  extra,
) => {
  const result = await baseQuery(args, api, extra);
  const { endpoint, type, queryCacheKey: queryKey } = api;
  const owner = ownerOf(api.getState());
  if (owner === null) return result;
  if (type === 'mutation') {
    const waits = result.error !== undefined && networkFailed(result.error) && isQueued(endpoint);
    const queued = waits ? await queueCall(owner, args, api.getState()) : null;
    return queued === null ? result : { data: queued };
  }
  if (queryKey === undefined || !(datedEndpoints.has(endpoint) || basicEndpoints.has(endpoint)))
    return result;
  const key = storageKey(queryKey);
  if (result.error === undefined) {
    storeAnswer(owner, key, result.data);
    const { offline } = api.getState() as WithOffline;
    if (offline?.asOf[queryKey] !== undefined) api.dispatch(answeredByServer(queryKey));
    return result;
  }
  if (!networkFailed(result.error)) return result;
  const stored = await storedAnswer(owner, key);
  if (stored === undefined || currentSession(api.getState()) !== owner) return result;
  api.dispatch(answeredFromDevice({ queryKey, at: stored.at }));
  return { data: stored.data };
};
