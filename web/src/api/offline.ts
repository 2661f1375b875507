import { createAction } from '@reduxjs/toolkit';
import type { BaseQueryFn, FetchArgs } from '@reduxjs/toolkit/query/react';
import { keepAnswer, keptAnswer } from '@/lib/storage/answers';
import { read } from '@/lib/storage/storage';
import { baseQuery } from './baseQuery';
import { countsOnly } from './counting';
import type { ApiError } from './errors';
import { isQueued, keptAs, queueCall } from './offlineQueue';
import { reportEndpoints } from './reports';
import { currentSession } from './session';

/**
 * What may be kept on the device: figures, checks, the menu and the inbox. Never what is about
 * guests, card payments, payouts or campaigns.
 */
const figures = new Set([...reportEndpoints, 'getCheckPage', 'getItemsList', 'getCommunications']);
/** What pages stand on besides; its age is nobody's concern. */
const frame = new Set(['getRestaurantList', 'getAppConfig']);

/** Whether the age of this endpoint's answer to `args` matters to who reads it. That of the count on the bell does not. */
export function showsFigures(endpoint: string | undefined, args: unknown): boolean {
  if (endpoint === undefined || !figures.has(endpoint)) return false;
  const { communicationsRequest } = (args ?? {}) as { communicationsRequest?: { limit?: number } };
  return communicationsRequest === undefined || !countsOnly(communicationsRequest);
}

/** An answer was read from the device: it arrived at this time (Unix milliseconds). */
export const answeredFromDevice = createAction<{ queryKey: string; at: number }>(
  'offline/answeredFromDevice',
);
/** The server answered what the device had answered before. */
export const answeredAgain = createAction<string>('offline/answeredAgain');

interface WithOffline {
  offline?: { asOf: Record<string, number> };
}

/** Who asks, where answers may be kept for them: not on a device that forgets them with the browser. */
function ownerOf(state: unknown): string | null {
  return read('rememberMe') === false ? null : currentSession(state);
}

function networkFailed({ status }: ApiError): boolean {
  return status === 'offline' || status === 'timeout';
}

/**
 * The base query with a memory: what the server answered is kept, and read where the network
 * fails. Marking read waits for the network; everything else that changes something fails.
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
  const key = keptAs(queryKey);
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
