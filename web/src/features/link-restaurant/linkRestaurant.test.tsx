import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { pizza } from '@/testing/data/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

it('links the first location and goes on to Home', async () => {
  rememberSignIn();
  let linked = false;
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, () => (linked ? [pizza] : [])),
    answer('link-restaurant', () => {
      linked = true;
      return pizza;
    }),
    // The calls of Home do not matter here.
    http.post('*/api-restaurant-pos/restaurantpro/get-:report', () =>
      HttpResponse.json({ status: 200, body: [], message: '' }),
    ),
  );
  const { router } = renderApp('/link-restaurant');
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Location ID'), 'demo-pizza');
  await user.type(screen.getByLabelText('Link code'), 'K7Q2M9XWPA');
  await user.click(screen.getByRole('button', { name: 'Link Location' }));
  expect(await screen.findByText('Location linked.')).toBeVisible();
  await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
});

it('lets a person without a location sign out', async () => {
  rememberSignIn();
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, []),
    answer(`logout/${testUser.sessionID}`, null),
  );
  const { router } = renderApp('/link-restaurant');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Logout' }));
  await user.click(dialog.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
});
