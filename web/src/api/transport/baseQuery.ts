import { type BaseQueryFn, type FetchArgs, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { cookie } from '@/lib/http/cookie';
import { gatewayCredentials, gatewayOrigin } from '@/lib/http/gateway';
import { backOffMs, longestWaitMs, retryAfterMs, waitFor } from '@/lib/http/retry';
import { type ApiError, toApiError } from './errors';
import { currentSession, SESSION_PREFIX, sessionExpired } from './session';

/** Milliseconds after which a call without an answer fails. */
export const timeoutMs = 20_000;
/** The remote configuration may take a minute, and so may a call with thousands of recipients or a part of a file. */
const longTimeoutMs = 60_000;
const maxAttempts = 3;
const loginPath = /\/restaurantpro\/login$/;
const logoutPath = /\/restaurantpro\/logout\//;
const longPath = /^\/(config|notification)\/|\/(get-campaign-preview|put-import-part)$/;

/** A query string: undefined values are left out, and `created: { gt: 1 }` is `created[gt]=1` (OpenAPI's deepObject). */
function queryString(params: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue;
    const parts = typeof value === 'object' ? Object.entries(value) : [[null, value]];
    for (const [part, of] of parts) {
      if (of !== undefined) query.set(part === null ? name : `${name}[${part}]`, String(of));
    }
  }
  return query.toString();
}

const send = fetchBaseQuery({
  paramsSerializer: queryString,
  // Looked up at each call: the platform's fetch may be replaced after this module is loaded.
  fetchFn: (...args) => fetch(...args),
});

/** Whether a 401 leaves the session open: at login it is a wrong password, and logout ends the session anyway. */
function keepsSession(url: string): boolean {
  return loginPath.test(url) || logoutPath.test(url);
}

/** The call with the open session in its address or its body, if its address begins with `SESSION_PREFIX`. */
function withSession(args: FetchArgs, session: string | null): FetchArgs {
  if (!args.url.startsWith(SESSION_PREFIX)) return args;
  const address = `/${args.url.slice(SESSION_PREFIX.length)}`;
  const sessionID = session ?? '';
  const url = address.replace(':sessionID', encodeURIComponent(sessionID));
  return url === address ? { ...args, url, body: { sessionID, ...args.body } } : { ...args, url };
}

function prepare(args: FetchArgs): FetchArgs {
  const method = args.method ?? 'GET';
  const headers = new Headers(args.headers as HeadersInit | undefined);
  const relative = args.url.startsWith('/');
  let body = args.body;
  if (method !== 'GET' && method !== 'HEAD' && relative) {
    const token = cookie('XSRF-TOKEN');
    if (token) headers.set('X-XSRF-TOKEN', token);
    body ??= {};
  }
  if (loginPath.test(args.url)) headers.set('X-Saffron-Client', 'web');
  const timeout = args.timeout ?? (longPath.test(args.url) ? longTimeoutMs : timeoutMs);
  const origin = relative ? gatewayOrigin() : '';
  const credentials = gatewayCredentials();
  return { ...args, url: origin + args.url, method, headers, body, timeout, credentials };
}

/**
 * Sends a call of the contract and reads its envelope: an answer whose `status` is not 200 is an error, 401 ends the
 * session, 429 and 503 are sent again after Retry-After, at most three times in all. A wait too long for a person who
 * looks at the page is left to them: the error says how long it is.
 */
export const baseQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError> = async (
  args,
  api,
  extra,
) => {
  const session = currentSession(api.getState());
  const call = withSession(typeof args === 'string' ? { url: args } : args, session);
  for (let attempt = 1; ; attempt++) {
    const result = await send(prepare(call), api, extra);
    const error = toApiError(result);
    if (!error) return { data: result.data };

    const response = result.meta?.response;
    const mayPass = error.status === 429 || error.status === 503;
    const asked = mayPass ? retryAfterMs(response?.headers.get('Retry-After')) : null;
    const wait = asked ?? backOffMs(attempt);
    if (mayPass && attempt < maxAttempts && wait <= longestWaitMs) {
      if (await waitFor(wait, api.signal)) continue;
    }
    // The answer to an earlier session does not end the open one.
    const ownSession = session !== null && session === currentSession(api.getState());
    if (error.status === 401 && ownSession && !keepsSession(call.url)) {
      api.dispatch(sessionExpired());
    }
    return { error: asked === null ? error : { ...error, retryAfter: Math.ceil(asked / 1000) } };
  }
};
