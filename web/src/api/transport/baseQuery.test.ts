import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '@/api';
import { rememberSession, signedIn } from '@/state/session/session';
import { makeStore } from '@/state/store/store';
import { testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';
import { timeoutMs } from './baseQuery';

const reports = '*/api-restaurant-pos/restaurantpro';
const { login, logout, getRestaurantList, getDailySalesLabor } = api.endpoints;
const dailyRequest = {
  reportRequest: { startDate: '2026-07-18', endDate: '2026-07-18' },
};

function signedInStore() {
  rememberSession(testUser, true);
  return makeStore();
}

function envelope(status: number, headers: Record<string, string> = {}) {
  return HttpResponse.json({ status, body: null, message: `says ${status}` }, { status, headers });
}

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the app reads this cookie, the server sets it.
  document.cookie = 'XSRF-TOKEN=token%3D1';
});
afterEach(() => {
  vi.useRealTimers();
  // biome-ignore lint/suspicious/noDocumentCookie: the end of the cookie above.
  document.cookie = 'XSRF-TOKEN=; expires=Thu, 01 Jan 1970 00:00:00 GMT';
});

describe('base query', () => {
  it("sends JSON, XSRF token, and the client's name at login", async () => {
    const seen: Array<[string | null, string | null, unknown]> = [];
    const note = async ({ request }: { request: Request }) => {
      seen.push([
        request.headers.get('X-XSRF-TOKEN'),
        request.headers.get('X-Saffron-Client'),
        await request.json(),
      ]);
      return envelope(200);
    };
    server.use(http.post(`${reports}/login`, note));
    server.use(http.post(`${reports}/get-restaurant-list/handle-1`, note));
    const store = signedInStore();
    await store.dispatch(login.initiate({ loginRequest: { username: 'a', password: 'b' } }));
    await store.dispatch(getRestaurantList.initiate());
    expect(seen).toEqual([
      ['token=1', 'web', { username: 'a', password: 'b' }],
      ['token=1', null, {}],
    ]);
  });

  it('names the open session; a sign-out names its own', async () => {
    const seen: unknown[] = [];
    const note = async ({ request }: { request: Request }) => {
      seen.push([new URL(request.url).pathname, await request.json()]);
      return envelope(200);
    };
    server.use(http.post(`${reports}/*`, note));
    const store = signedInStore();
    await store.dispatch(getDailySalesLabor.initiate(dailyRequest));
    await store.dispatch(logout.initiate({ sessionId: 'earlier' }));
    expect(seen).toEqual([
      [
        '/api-restaurant-pos/restaurantpro/get-daily-sales-labor',
        { sessionID: testUser.sessionID, ...dailyRequest.reportRequest },
      ],
      ['/api-restaurant-pos/restaurantpro/logout/earlier', {}],
    ]);
  });

  it('reads the envelope of an error, and its field', async () => {
    server.use(answer('get-daily-sales-labor', { field: 'endDate' }, 400, 'Shorten the range.'));
    const result = await makeStore().dispatch(getDailySalesLabor.initiate(dailyRequest));
    expect(result.error).toEqual({ status: 400, message: 'Shorten the range.', field: 'endDate' });
  });

  it('reads the envelope of the notification service', async () => {
    const path = '*/notification/api/simple-text/online-kitchen-single';
    const { sendBasicText } = api.endpoints;
    const sent = {
      textCampaignRequest: { posID: 'a', body: 'Hi', recipients: [], idempotencyKey: 'k' },
    };
    const envelope = { statuscode: 400, message: 'must be a phone', field: 'recipients[3].phone' };
    server.use(http.post(path, () => HttpResponse.json(envelope, { status: 400 })));
    const refused = await makeStore().dispatch(sendBasicText.initiate(sent));
    expect(refused.error).toEqual({
      status: 400,
      message: envelope.message,
      field: envelope.field,
    });
    const taken = { statuscode: 202, message: '', campaignID: 'c-1' };
    server.use(http.post(path, () => HttpResponse.json(taken, { status: 202 })));
    const sentNow = await makeStore().dispatch(sendBasicText.initiate(sent));
    expect(sentNow.data).toEqual(taken);
  });

  it('is unreadable without envelope, offline without answer', async () => {
    server.use(http.post(`${reports}/get-daily-sales-labor`, () => new HttpResponse('<html>')));
    const store = makeStore();
    const first = await store.dispatch(getDailySalesLabor.initiate(dailyRequest));
    expect(first.error).toMatchObject({ status: 'unreadable' });
    server.use(http.post(`${reports}/get-daily-sales-labor`, () => HttpResponse.error()));
    const second = await store.dispatch(
      getDailySalesLabor.initiate(dailyRequest, { forceRefetch: true }),
    );
    expect(second.error).toMatchObject({ status: 'offline' });
  });

  it('repeats a call after Retry-After, three times in all', async () => {
    let calls = 0;
    server.use(
      http.post(`${reports}/get-daily-sales-labor`, () => {
        calls += 1;
        return envelope(calls < 3 ? 503 : 200, { 'Retry-After': '0' });
      }),
    );
    const store = makeStore();
    expect((await store.dispatch(getDailySalesLabor.initiate(dailyRequest))).isSuccess).toBe(true);
    expect(calls).toBe(3);

    calls = -10;
    const refused = await store.dispatch(
      getDailySalesLabor.initiate(dailyRequest, { forceRefetch: true }),
    );
    expect(refused.error).toMatchObject({ status: 503, retryAfter: 0 });
    expect(calls).toBe(-7);
  });

  it('does not repeat a call that must wait for minutes, and says how long', async () => {
    let calls = 0;
    server.use(
      http.post(`${reports}/get-daily-sales-labor`, () => {
        calls += 1;
        return envelope(429, { 'Retry-After': '600' });
      }),
    );
    const refused = await makeStore().dispatch(getDailySalesLabor.initiate(dailyRequest));
    expect(refused.error).toEqual({ status: 429, message: 'says 429', retryAfter: 600 });
    expect(calls).toBe(1);
  });

  it('gives up an unanswered call', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // A connection that hangs until the caller cancels.
    vi.spyOn(globalThis, 'fetch').mockImplementation(
      (input) =>
        new Promise((_, reject) => {
          const { signal } = input as Request;
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const pending = makeStore().dispatch(getDailySalesLabor.initiate(dailyRequest));
    await vi.advanceTimersByTimeAsync(timeoutMs);
    expect((await pending).error).toMatchObject({ status: 'timeout' });
  });
});

describe('session expiry', () => {
  it('clears the session and what is stored, except a flag', async () => {
    localStorage.setItem('hide_welcome', '"1"');
    server.use(answer('get-daily-sales-labor', null, 401));
    const store = signedInStore();
    await store.dispatch(getDailySalesLabor.initiate(dailyRequest));
    await vi.waitFor(() => expect(store.getState().session.ended).toBe('expired'));
    expect(store.getState().session.user).toBeNull();
    expect(Object.keys(localStorage)).toEqual(['hide_welcome']);
  });

  it("does not follow from login's own 401", async () => {
    server.use(answer('login', null, 401));
    const store = signedInStore();
    const result = await store.dispatch(
      login.initiate({ loginRequest: { username: 'a', password: 'b' } }),
    );
    expect(result.error).toMatchObject({ status: 401 });
    expect(store.getState().session.user).toEqual(testUser);
  });

  it('does not follow from a late answer to an earlier session', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      http.post(`${reports}/get-daily-sales-labor`, async () => {
        await released;
        return envelope(401);
      }),
    );
    const store = signedInStore();
    const late = store.dispatch(getDailySalesLabor.initiate(dailyRequest));
    const next = { ...testUser, sessionID: 'handle-2' };
    rememberSession(next, true);
    store.dispatch(signedIn(next));
    release();
    await late;
    expect(store.getState().session.user).toEqual(next);
  });
});
