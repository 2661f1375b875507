import 'fake-indexeddb/auto';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, unreadCountsArgs } from '@/api';
import { forgetAnswers, waitingCalls, writeAnswers } from '@/lib/storage/answers';
import { networkBack } from '@/state/network/offline';
import { selectFiguresLoaded, selectShown } from '@/state/network/shown';
import { rememberSession } from '@/state/session/session';
import { makeStore } from '@/state/store/store';
import { testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';
import { sessionEnded } from '../transport/session';
import { sendQueued } from './offlineQueue';

const base = '*/api-restaurant-pos/restaurantpro';
const {
  getDailySalesLabor,
  getCustomersList,
  getWages,
  getCommunications,
  updateCommunicationViewed,
  updateRewardPercent,
} = api.endpoints;
const { sessionID } = testUser;
const reportRequest = { startDate: '2026-11-21', endDate: '2026-11-21' };
const sold = [{ businessDate: '2026-11-21', posID: 'demo-pizza', grossSales: 70 }];

/** Every call fails, as without a network. */
const lost = http.post(`${base}/*`, () => HttpResponse.error());

function visit() {
  return makeStore();
}

async function ask(store: ReturnType<typeof makeStore>) {
  const { data } = await store.dispatch(getDailySalesLabor.initiate({ reportRequest }));
  return data?.body;
}

beforeEach(async () => {
  await forgetAnswers();
  rememberSession(testUser, true);
});

describe('answers on the device', () => {
  it('are read if the network fails, with their time of arrival', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
    server.use(answer('get-daily-sales-labor', sold));
    await ask(visit());
    await writeAnswers();
    vi.spyOn(Date, 'now').mockReturnValue(9_000_000);

    server.use(lost);
    const later = visit();
    expect(await ask(later)).toEqual(sold);
    expect(Object.values(later.getState().offline.asOf)).toEqual([1_000_000]);

    server.resetHandlers();
    server.use(answer('get-daily-sales-labor', []));
    const again = getDailySalesLabor.initiate({ reportRequest }, { forceRefetch: true });
    await later.dispatch(again);
    expect(later.getState().offline.asOf).toEqual({});
  });

  it('state the age of the shown figures', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
    server.use(answer('get-daily-sales-labor', sold));
    await ask(visit());
    vi.spyOn(Date, 'now').mockReturnValue(9_000_000);
    server.use(lost);
    const later = visit();
    await ask(later);
    await vi.waitFor(() =>
      expect(selectShown(later.getState())).toEqual({ at: 1_000_000, fromDevice: true }),
    );
  });

  it('are not read if the server answers an error', async () => {
    server.use(answer('get-daily-sales-labor', sold));
    await ask(visit());
    server.use(answer('get-daily-sales-labor', null, 500));
    expect(await ask(visit())).toBeUndefined();
  });

  it('are never about guests', async () => {
    const customersListRequest = { posID: 'demo-pizza' };
    server.use(answer('get-customers-list', { customerList: [], nextCursor: null }));
    await visit().dispatch(getCustomersList.initiate({ customersListRequest }));
    server.use(lost);
    const { error } = await visit().dispatch(getCustomersList.initiate({ customersListRequest }));
    expect(error).toMatchObject({ status: 'offline' });
  });

  it('are never about wages', async () => {
    const wagesRequest = { posID: 'demo-pizza' };
    const wages = { wageList: [], withoutWageList: [], counting: false };
    server.use(answer('get-wages', { wages }));
    const { data } = await visit().dispatch(getWages.initiate({ wagesRequest }));
    expect(data?.body.wages).toEqual(wages);
    server.use(lost);
    const { error } = await visit().dispatch(getWages.initiate({ wagesRequest }));
    expect(error).toMatchObject({ status: 'offline' });
  });

  it('are not kept after sign-out', async () => {
    server.use(answer('get-daily-sales-labor', sold));
    const store = visit();
    await ask(store);
    store.dispatch(sessionEnded('signed-out'));
    rememberSession(testUser, true);
    server.use(lost);
    expect(await ask(visit())).toBeUndefined();
  });

  it("are not kept without 'remember me'", async () => {
    rememberSession(testUser, false);
    server.use(answer('get-daily-sales-labor', sold));
    await ask(visit());
    rememberSession(testUser, true);
    server.use(lost);
    expect(await ask(visit())).toBeUndefined();
  });
});

describe('selectFiguresLoaded', () => {
  it('is true for loaded figures only', async () => {
    const unread = { notifications: 0, messages: 0 };
    server.use(
      answer('get-daily-sales-labor', sold),
      answer('get-communications', { communicationList: [], nextCursor: null, unread }),
    );
    const store = visit();
    await store.dispatch(getCommunications.initiate(unreadCountsArgs));
    expect(selectFiguresLoaded(store.getState())).toBe(false);
    await store.dispatch(getDailySalesLabor.initiate({ reportRequest }));
    expect(selectFiguresLoaded(store.getState())).toBe(true);
  });
});

describe('marking read without a network', () => {
  const view = (store: ReturnType<typeof makeStore>) =>
    store.dispatch(
      updateCommunicationViewed.initiate({
        communicationViewedRequest: { posCommunicationID: 'c-1' },
      }),
    );
  const unread = { notifications: 3, messages: 1 };

  it('counts as done, and is sent once when the network is back', async () => {
    server.use(answer('get-communications', { communicationList: [], nextCursor: null, unread }));
    const store = visit();
    await store.dispatch(getCommunications.initiate({ communicationsRequest: {} }));
    server.use(lost);
    const { data } = await view(store);
    expect(data?.body).toEqual({ unread });
    expect(await waitingCalls(sessionID)).toHaveLength(1);

    const sent: unknown[] = [];
    server.resetHandlers();
    server.use(
      http.post(`${base}/update-communication-viewed`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ status: 200, body: { unread }, message: '' });
      }),
      answer('get-communications', { communicationList: [], nextCursor: null, unread }),
    );
    store.dispatch(networkBack());
    await vi.waitFor(async () => expect(await waitingCalls(sessionID)).toEqual([]));
    expect(await sendQueued(sessionID, vi.fn())).toBe(0);
    expect(sent).toEqual([{ posCommunicationID: 'c-1', sessionID }]);
  });

  it('waits for the network, but not after a refusal', async () => {
    server.use(lost);
    await view(visit());
    expect(await sendQueued(sessionID, async () => ({ status: 'offline', message: '' }))).toBe(0);
    expect(await waitingCalls(sessionID)).toHaveLength(1);
    expect(await sendQueued(sessionID, async () => ({ status: 404, message: '' }))).toBe(1);
    expect(await waitingCalls(sessionID)).toEqual([]);
  });

  it('is the only waiting call: saving fails at once', async () => {
    server.use(lost);
    const { error } = await visit().dispatch(
      updateRewardPercent.initiate({
        updateRewardPercentRequest: { posID: 'demo-pizza', rewardPercent: 5 },
      }),
    );
    expect(error).toMatchObject({ status: 'offline' });
    expect(await waitingCalls(sessionID)).toEqual([]);
  });
});
