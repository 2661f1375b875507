import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { api } from '@/api';
import { rememberSession } from '@/state/session/session';
import { makeStore } from '@/state/store/store';
import { testUser } from '@/testing/renderApp';
import { server } from '@/testing/server';
import { refreshShown } from './useRefresh';

const { sessionID } = testUser;

function countRequests() {
  rememberSession(testUser, true);
  const onRequest = vi.fn();
  server.use(
    http.post('*/restaurantpro/get-marketing-recipients', () => {
      onRequest();
      const body = { recipientList: [], nextCursor: null };
      return HttpResponse.json({ status: 200, body, message: '' });
    }),
  );
  return onRequest;
}

function show(store: ReturnType<typeof makeStore>) {
  const recipientsRequest = { sessionID, posID: 'a', channel: 'text' as const, limit: 500 };
  return store.dispatch(api.endpoints.getMarketingRecipients.initiate({ recipientsRequest }));
}

it('a refresh right after the first answer reads again', async () => {
  const onRequest = countRequests();
  const store = makeStore();
  await show(store);
  await store.dispatch(refreshShown());
  expect(onRequest).toHaveBeenCalledTimes(2);
});

it('a refresh leaves out what is no longer shown', async () => {
  const onRequest = countRequests();
  const store = makeStore();
  const query = show(store);
  await query;
  query.unsubscribe();
  await store.dispatch(refreshShown());
  expect(onRequest).toHaveBeenCalledTimes(1);
});
