import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { read, write } from '@/lib/storage/storage';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { server } from '@/testing/server';
import { networkBack } from '../network/offline';
import { makeStore } from '../store/store';
import { endAtServer } from './pendingLogout';
import { signedIn } from './session';

const path = '*/api-restaurant-pos/restaurantpro/logout/:id';

/** Answers sign-outs, or drops them if `status` is null, and records the sessions that they name. */
function logouts(status: () => number | null): string[] {
  const named: string[] = [];
  server.use(
    http.post(path, ({ params }) => {
      named.push(String(params.id));
      const code = status();
      if (code === null) return HttpResponse.error();
      return HttpResponse.json({ status: code, body: null, message: '' }, { status: code });
    }),
  );
  return named;
}

describe('a sign-out without a network', () => {
  it('ends the session here, and later at the server', async () => {
    rememberSignIn();
    let reachable = false;
    const named = logouts(() => (reachable ? 200 : null));
    const { router, store } = renderApp('/profile');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /logout/i }));
    const buttons = await screen.findAllByRole('button', { name: /logout/i });
    await user.click(buttons[buttons.length - 1] as HTMLElement);
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
    expect(read('user')).toBeNull();
    expect(read('pending_logout')).toBe(testUser.sessionID);
    const before = named.length;
    reachable = true;
    store.dispatch(networkBack());
    await waitFor(() => expect(read('pending_logout')).toBeNull());
    expect(named.slice(before)).toEqual([testUser.sessionID]);
  });

  it('is sent at the next start', async () => {
    write('pending_logout', 'handle-before');
    const named = logouts(() => 200);
    renderApp('/auth/login');
    await waitFor(() => expect(named).toEqual(['handle-before']));
    await waitFor(() => expect(read('pending_logout')).toBeNull());
  });

  it.each([
    [401, null],
    [403, null],
    [500, 'handle-1'],
    [null, 'handle-1'],
  ])('answered %s leaves %s to be sent', async (status, left) => {
    logouts(() => status);
    await makeStore().dispatch(endAtServer('handle-1'));
    expect(read('pending_logout')).toBe(left);
  });

  it('is forgotten at a sign-in, which ends the session', () => {
    write('pending_logout', 'handle-before');
    makeStore().dispatch(signedIn(testUser));
    expect(read('pending_logout')).toBeNull();
  });
});
