import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { dropCall, keepAnswer, keepCall, waitingCalls } from '@/lib/storage/answers';
import type { ApiError } from './errors';

/** The only calls that wait: done late or twice they do no harm. Never one that moves money or sends. */
const queued = new Set(['updateCommunicationViewed', 'updateAllCommunicationsViewed']);

/** Whether a mutation waits for the network where there is none. */
export function isQueued(endpoint: string): boolean {
  return queued.has(endpoint);
}

/** Raised when answers get another shape: those of an earlier one are not read any more. */
const SHAPE = 2;

/** The name under which the device keeps the answer of a query. */
export function keptAs(queryKey: string): string {
  return `${SHAPE} ${queryKey}`;
}

interface Unread {
  notifications: number;
  messages: number;
}

/** The part of RTK Query's state that is looked at. */
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

/** The pages of the inbox that the app holds, by the key of their query. */
function inboxPages({ api }: State): [string, Inbox][] {
  return Object.entries(api?.queries ?? {}).filter(
    ([, { endpointName, data }]) => endpointName === 'getCommunications' && data !== undefined,
  );
}

/**
 * Keeps the call until the network is back. It answers as the server would, with the counts as
 * the app shows them; `null` where this device cannot keep it.
 */
export async function queueCall(
  owner: string,
  args: string | FetchArgs,
  state: unknown,
): Promise<unknown> {
  const { url, method = 'POST', body } = typeof args === 'string' ? { url: args } : args;
  if (!(await keepCall({ owner, url, method, body }))) return null;
  const { offline } = state as State;
  const pages = inboxPages(state as State);
  // What was marked stays marked when the app is opened anew without a network.
  for (const [key, { data, fulfilledTimeStamp }] of pages) {
    keepAnswer(owner, keptAs(key), data, offline?.asOf[key] ?? fulfilledTimeStamp);
  }
  const whole = pages.find(
    ([, page]) => page.originalArgs?.communicationsRequest.posID === undefined,
  );
  const unread = whole?.[1].data?.body.unread ?? { notifications: 0, messages: 0 };
  return { status: 200, body: { unread }, message: '' };
}

/** Sends a call; its error, or `undefined`. */
export type Send = (call: FetchArgs) => Promise<ApiError | undefined>;

/** Whether the call may succeed later. */
function worthKeeping({ status }: ApiError): boolean {
  return status === 'offline' || status === 'timeout' || status === 429 || Number(status) >= 500;
}

async function sendAll(owner: string, send: Send): Promise<number> {
  let sent = 0;
  for (const { number, url, method, body } of await waitingCalls(owner)) {
    const error = await send({ url, method, body });
    // The rest would fail as well; what is refused for good is not sent again.
    if (error !== undefined && worthKeeping(error)) break;
    await dropCall(number);
    sent += 1;
  }
  return sent;
}

/** Sends what waits, oldest first, in one tab at a time; how many calls are done with. */
export async function sendQueued(owner: string, send: Send): Promise<number> {
  const locks = globalThis.navigator?.locks;
  if (locks === undefined) return sendAll(owner, send);
  return locks.request('saffron-queue', { ifAvailable: true }, async (lock) =>
    lock === null ? 0 : sendAll(owner, send),
  );
}
