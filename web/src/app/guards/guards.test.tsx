import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { api } from '@/api';
import { sessionEnded, sessionExpired } from '@/api/transport/session';
import { write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';
import { afterLogin } from './returnUrl';

const list = `get-restaurant-list/${testUser.sessionID}`;
/** A page behind the linked guard that sends no call before a location is chosen. */
const linkedPage = '/email-marketing';
const chooseLocation = 'Please select location to proceed!';

/** The address that the app ends up at, with its query. */
async function lands(path: string, expected: string) {
  const { router } = renderApp(path);
  await waitFor(() => {
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe(expected);
    expect(router.state.navigation.state).toBe('idle');
  });
  return router;
}

describe('signed-in guard', () => {
  it.each([
    '/',
    '/welcome',
    '/link-restaurant',
    '/home/restaurant-location',
    '/profile',
    '/notifications',
    '/customers',
    '/admin-configuration/menu',
    '/royalty-program',
    '/promotions',
    '/stripe-transactions',
    '/payout?week=1',
    '/email-marketing/basic-email-marketing',
    '/text-marketing/promo-code-text-marketing',
  ])('sends a guest from %s to login and back afterwards', async (path) => {
    const back = path === '/' ? '' : `?${new URLSearchParams({ returnUrl: path })}`;
    await lands(path, `/auth/login${back}`);
  });

  it('refuses a stored session id that is not the one of the user', async () => {
    rememberSignIn();
    write('sessionID', 'another');
    await lands('/profile', '/auth/login?returnUrl=%2Fprofile');
  });

  it('leads to login with a way back when the session expires', async () => {
    rememberSignIn();
    const { router, store } = renderApp('/profile');
    await screen.findByRole('heading', { name: 'Profile' });
    store.dispatch(sessionExpired());
    await waitFor(() => expect(router.state.location.search).toBe('?returnUrl=%2Fprofile'));
    expect(
      await screen.findByText('Your session has been expired. Please login again.'),
    ).toBeVisible();
  });

  it('leads to login without a way back after signing out', async () => {
    rememberSignIn();
    const { router, store } = renderApp('/profile');
    await screen.findByRole('heading', { name: 'Profile' });
    store.dispatch(sessionEnded('signed-out'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
    expect(router.state.location.search).toBe('');
  });
});

describe('guest-only guard', () => {
  it.each(['/auth', '/auth/login', '/auth/register', '/auth/login?returnUrl=%2Fprofile'])(
    'sends a signed-in person from %s to Home',
    async (path) => {
      rememberSignIn();
      // No location is linked: Home redirects before it asks for a report.
      server.use(answer(list, []));
      await lands(path, '/link-restaurant');
    },
  );

  it('follows only a returnUrl of the app', () => {
    expect(afterLogin('?returnUrl=%2Fprofile%3Fa%3D1')).toBe('/profile?a=1');
    expect(afterLogin('?returnUrl=%2Fauthors')).toBe('/authors');
    const others = ['https://evil.example', '//evil.example', '/\\evil', '/auth/login', '', 'evil'];
    const dropped = [
      '/\t/evil.example',
      '/\n/evil.example',
      '\t//evil.example',
      '/\r\\evil.example',
    ];
    const dotted = ['/.//evil.example', '/x/..//evil.example', '/x/../auth/login', '/Auth/login'];
    for (const url of [...others, ...dropped, ...dotted, '/\\\t@evil.example', '//[']) {
      expect(afterLogin(`?${new URLSearchParams({ returnUrl: url })}`), url).toBe('/');
    }
    expect(afterLogin('')).toBe('/');
  });
});

describe('linked guard', () => {
  it('sends a person without a location to link one', async () => {
    rememberSignIn();
    server.use(answer(list, []));
    await lands(linkedPage, '/link-restaurant');
  });

  it('admits a person with a location', async () => {
    rememberSignIn();
    server.use(answer(list, [pizza, tacos]));
    await lands(linkedPage, linkedPage);
    expect(await screen.findByText(chooseLocation)).toBeInTheDocument();
  });

  it.each([
    ['nothing is remembered', []],
    ['a list is remembered', [pizza, tacos]],
  ])('never redirects on a list that failed to load, when %s', async (_, remembered) => {
    rememberSignIn();
    write('locations', remembered);
    server.use(answer(list, null, 500));
    const { router, store } = renderApp(linkedPage);
    await screen.findByText(chooseLocation);
    await waitFor(() => {
      const queries = Object.values(store.getState().api.queries);
      const query = queries.find((one) => one?.endpointName === 'getRestaurantList');
      expect(query?.status).toBe('rejected');
    });
    expect(router.state.location.pathname).toBe(linkedPage);
  });

  it('keeps the page that retries the failed list', async () => {
    rememberSignIn();
    let calls = 0;
    server.use(
      answer(
        list,
        () => {
          calls += 1;
          return null;
        },
        500,
      ),
    );
    const { store } = renderApp('/home/restaurant-location');
    expect(
      await screen.findByText('We encountered an error while fetching the list. Please try again!'),
    ).toBeVisible();
    const settled = calls;
    expect(settled).toBeLessThanOrEqual(2);
    // The next step of the page happens now, if there is one.
    await store.dispatch((dispatch) => Promise.all(dispatch(api.util.getRunningQueriesThunk())));
    expect(calls).toBe(settled);
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
  });
});

describe('reverse and welcome guards', () => {
  it.each(['/welcome', '/link-restaurant'])(
    'send a linked person from %s to Home',
    async (path) => {
      rememberSignIn();
      server.use(answer(list, [pizza]));
      const { router } = renderApp(path);
      await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
    },
  );

  it('shows the welcome slides without a location', async () => {
    rememberSignIn();
    server.use(answer(list, []));
    await lands('/', '/welcome');
    expect(await screen.findByRole('heading', { name: 'Welcome to Saffron' })).toBeVisible();
  });

  it("skips the slides after 'Don't show again'", async () => {
    rememberSignIn();
    write('hide_welcome', '1');
    server.use(answer(list, []));
    await lands('/', '/link-restaurant');
  });
});

it('leads unknown paths to app-start', async () => {
  await lands('/no/such/page', '/auth/login');
});
