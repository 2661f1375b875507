import { act, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { pizza } from '@/testing/data/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

it('an opened push stays in the address until it is marked as viewed', async () => {
  rememberSignIn();
  let finish = () => {};
  const asked: unknown[] = [];
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [pizza]),
    answer('update-communication-viewed', async ({ posCommunicationID }) => {
      asked.push(posCommunicationID);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return { unread: { notifications: 0, messages: 0 } };
    }),
  );
  const { router } = renderApp('/more?viewed=c1');
  await waitFor(() => expect(asked).toEqual(['c1']));
  expect(router.state.location.search).toBe('?viewed=c1');
  act(() => finish());
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(asked).toEqual(['c1']);
});
