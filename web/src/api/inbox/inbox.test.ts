import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, unreadCountsArgs, unreadReceived } from '@/api';
import { rememberSession } from '@/state/session/session';
import { makeStore } from '@/state/store/store';
import { testUser } from '@/testing/renderApp';
import { server } from '@/testing/server';

const { getCommunications } = api.endpoints;
const counts = unreadCountsArgs;

/** A server that answers on command, with its state at the time of the request. */
function slowServer() {
  let unreadCount = 0;
  const waiting: Array<() => void> = [];
  server.use(
    http.post('*/restaurantpro/get-communications', async () => {
      const unread = { notifications: unreadCount, messages: 0 };
      await new Promise<void>((answer) => waiting.push(answer));
      const body = { communicationList: [], nextCursor: null, unread };
      return HttpResponse.json({ status: 200, body, message: '' });
    }),
  );
  const requested = () => vi.waitFor(() => expect(waiting).not.toHaveLength(0));
  return {
    requested,
    setUnread: (notifications: number) => {
      unreadCount = notifications;
    },
    answer: async () => {
      await requested();
      waiting.shift()?.();
    },
  };
}

beforeEach(() => {
  rememberSession(testUser, true);
});

describe('a count from the stream', () => {
  const follow = () => {
    const store = makeStore();
    const shown = () =>
      getCommunications.select(counts)(store.getState()).data?.body.unread.notifications;
    const subscription = store.dispatch(getCommunications.initiate(counts));
    return { store, shown, subscription };
  };

  it('is shown at once', async () => {
    const { answer } = slowServer();
    const { store, shown, subscription } = follow();
    await answer();
    await subscription;
    expect(shown()).toBe(0);
    store.dispatch(unreadReceived({ notifications: 1, messages: 0 }));
    expect(shown()).toBe(1);
  });

  it.each([
    ['the first answer', false],
    ['a later answer', true],
  ])('is not lost to %s sent before it', async (_, isLater) => {
    const { requested, setUnread, answer } = slowServer();
    const { store, shown, subscription } = follow();
    if (isLater) {
      await answer();
      await subscription;
      store.dispatch(api.util.invalidateTags(['Unread']));
    }
    await requested();
    setUnread(1);
    store.dispatch(unreadReceived({ notifications: 1, messages: 0 }));
    await answer();
    await answer();
    await vi.waitFor(() => expect(shown()).toBe(1));
  });
});
