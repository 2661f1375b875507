import { createAction } from '@reduxjs/toolkit';
import type { BaseQueryFn, FetchArgs } from '@reduxjs/toolkit/query/react';
import { keepAnswer, keptAnswer } from '@/lib/storage/answers';
import { read } from '@/lib/storage/storage';
import { baseQuery } from './baseQuery';
import { countsOnly } from './counting';
import type { ApiError } from './errors';
import { isQueued, queueCall, storageKey } from './offlineQueue';
import { reportEndpoints } from './reports';
import { currentSession } from './session';

/**
 * Endpoints whose answers may be kept on the device: figures, checks, the menu and the inbox. Never guests, card
 * payments, payouts or campaigns.
 */
const figures = new Set([
  ...reportEndpoints,
  'getInsideSales',
  'getItemsList',
  'getCommunications',
]);
/** Answers that every page needs; their age does not matter. */
const frame = new Set(['getRestaurantList', 'getAppConfig']);

/**
 * Whether the page shows the age of this endpoint's answer to `args`. That of the count on the bell does not matter.
 */
export function showsFigures(endpoint: string | undefined, args: unknown): boolean {
  if (endpoint === undefined || !figures.has(endpoint)) return false;
  const { communicationsRequest } = (args ?? {}) as { communicationsRequest?: { limit?: number } };
  return communicationsRequest === undefined || !countsOnly(communicationsRequest);
}

/** An answer was read from the device: it arrived at this time (Unix milliseconds). */
export const answeredFromDevice = createAction<{ queryKey: string; at: number }>(
  'offline/answeredFromDevice',
);
/** The server answered a query that the device had answered before. */
export const answeredAgain = createAction<string>('offline/answeredAgain');

interface WithOffline {
  offline?: { asOf: Record<string, number> };
}

/** The session for which answers are kept; null on a device that forgets it with the browser. */
function ownerOf(state: unknown): string | null {
  return read('rememberMe') === false ? null : currentSession(state);
}

function networkFailed({ status }: ApiError): boolean {
  return status === 'offline' || status === 'timeout';
}

/**
 * The base query with a cache on the device: answers of the server are kept, and read if the network fails. Marking as
 * read waits for the network; every other change fails.
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
  if (queryKey === undefined || !(figures.has(endpoint) || frame.has(endpoint))) return result;
  const key = storageKey(queryKey);
  if (result.error === undefined) {
    keepAnswer(owner, key, result.data);
    const { offline } = api.getState() as WithOffline;
    if (offline?.asOf[queryKey] !== undefined) api.dispatch(answeredAgain(queryKey));
    return result;
  }
  if (!networkFailed(result.error)) return result;
  const kept = await keptAnswer(owner, key);
  if (kept === undefined || currentSession(api.getState()) !== owner) return result;
  api.dispatch(answeredFromDevice({ queryKey, at: kept.at }));
  return { data: kept.data };
};
