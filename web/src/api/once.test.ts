import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { api, once } from '@/api';
import { rememberSession } from '@/state/session/session';
import { makeStore } from '@/state/store/store';
import { testUser } from '@/testing/renderApp';
import { server } from '@/testing/server';

const { sessionID } = testUser;

it('an answer that goes stale under way is read', async () => {
  rememberSession(testUser, true);
  let answer: () => void = () => undefined;
  const onRequest = vi.fn();
  server.use(
    http.post('*/restaurantpro/get-marketing-recipients', async () => {
      onRequest();
      if (onRequest.mock.calls.length === 1) {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
      }
      const body = { recipientList: [], nextCursor: null };
      return HttpResponse.json({ status: 200, body, message: '' });
    }),
  );
  const store = makeStore();
  const recipientsRequest = { sessionID, posID: 'a', channel: 'text' as const, limit: 500 };
  const reading = once(
    store.dispatch(
      api.endpoints.getMarketingRecipients.initiate({ recipientsRequest }, { forceRefetch: true }),
    ),
  );
  await vi.waitFor(() => expect(onRequest).toHaveBeenCalled());
  store.dispatch(api.util.invalidateTags(['Consents']));
  answer();
  expect((await reading).body.recipientList).toEqual([]);
});
