import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { dropCall, storeAnswer, storeCall, waitingCalls } from '@/lib/storage/answers';
import type { ApiError } from '../transport/errors';

/**
 * The only mutations that wait for the network: late or repeated they do no harm. Never one that moves money or sends a
 * message.
 */
const queued = new Set(['updateCommunicationViewed', 'updateAllCommunicationsViewed']);

/** Whether a mutation waits for the network. */
export function isQueued(endpoint: string): boolean {
  return queued.has(endpoint);
}

/** Increased when the shape of answers changes: stored answers of an earlier version are not read. */
const ANSWER_VERSION = 2;

/** The key of a query's answer on the device. */
export function storageKey(queryKey: string): string {
  return `${ANSWER_VERSION} ${queryKey}`;
}

interface Unread {
  notifications: number;
  messages: number;
}

/** The part of RTK Query's state that is read here. */
interface Inbox {
  endpointName?: string;
  originalArgs?: { communicationsRequest: { posID?: string } };
  data?: { body: { unread: Unread } };
  fulfilledTimeStamp?: number;
}

interface State {
  api?: { queries: Record<string, Inbox> };
  offline?: { asOf: Record<string, number> };
}

/** The cached pages of the inbox, by the key of their query. */
function inboxPages({ api }: State): [string, Inbox][] {
  return Object.entries(api?.queries ?? {}).filter(
    ([, { endpointName, data }]) => endpointName === 'getCommunications' && data !== undefined,
  );
}

/**
 * Stores the call until the network is back, and answers with the shown counts as the server would; `null` if this
 * device cannot store it.
 */
export async function queueCall(
  owner: string,
  args: string | FetchArgs,
  state: unknown,
): Promise<unknown> {
  const { url, method = 'POST', body } = typeof args === 'string' ? { url: args } : args;
  if (!(await storeCall({ owner, url, method, body }))) return null;
  const { offline } = state as State;
  const pages = inboxPages(state as State);
  // Communications stay viewed when the app is opened again without a network.
  for (const [key, { data, fulfilledTimeStamp }] of pages) {
    storeAnswer(owner, storageKey(key), data, offline?.asOf[key] ?? fulfilledTimeStamp);
  }
  const whole = pages.find(
    ([, page]) => page.originalArgs?.communicationsRequest.posID === undefined,
  );
  const unread = whole?.[1].data?.body.unread ?? { notifications: 0, messages: 0 };
  return { status: 200, body: { unread }, message: '' };
}

/** Sends a call; resolves with its error, or with `undefined`. */
export type Send = (call: FetchArgs) => Promise<ApiError | undefined>;

/** Whether the call may succeed at another time. */
function isRetryable({ status }: ApiError): boolean {
  return status === 'offline' || status === 'timeout' || status === 429 || Number(status) >= 500;
}

async function sendAll(owner: string, send: Send): Promise<number> {
  let sent = 0;
  for (const { number, url, method, body } of await waitingCalls(owner)) {
    const error = await send({ url, method, body });
    // The rest would fail as well; a refused call is not sent again.
    if (error !== undefined && isRetryable(error)) break;
    await dropCall(number);
    sent += 1;
  }
  return sent;
}

/** Sends the waiting calls, oldest first, in one tab at a time; answers how many are done. */
export async function sendQueued(owner: string, send: Send): Promise<number> {
  const locks = globalThis.navigator?.locks;
  if (locks === undefined) return sendAll(owner, send);
  return locks.request('saffron-queue', { ifAvailable: true }, async (lock) =>
    lock === null ? 0 : sendAll(owner, send),
  );
}
