import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { storageKey } from '@/api/offline/offlineQueue';
import { forgetAnswers, storedAnswer, writeAnswers } from '@/lib/storage/answers';
import { read, write } from '@/lib/storage/storage';
import { pizza, sample } from '@/testing/data/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const list = `get-restaurant-list/${testUser.sessionID}`;
let linked: object[] = [];
const sent: Record<string, unknown>[] = [];

beforeEach(() => {
  rememberSignIn();
  linked = [];
  sent.length = 0;
  server.use(
    answer(list, () => linked),
    answer('open-sample', (request) => {
      sent.push(request);
      linked = [sample];
      return sample;
    }),
    answer('close-sample', () => {
      linked = [];
      return null;
    }),
    // The calls of other pages do not matter here.
    http.post('*/api-restaurant-pos/restaurantpro/get-:report', () =>
      HttpResponse.json({ status: 200, body: [], message: '' }),
    ),
  );
});

const bar = () => screen.findByRole('region', { name: 'Sample restaurant' });

describe('a sample restaurant', () => {
  it('opens from the ways to connect, and is left with one tap', async () => {
    const { router } = renderApp('/admin-configuration/connect');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /Look around in a sample/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(sent).toEqual([{ sessionID: testUser.sessionID, timeZone }]);
    const shown = within(await bar());
    expect(shown.getByRole('link', { name: 'Connect your restaurant' })).toHaveAttribute(
      'href',
      '/admin-configuration/connect',
    );
    await user.click(shown.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/link-restaurant'));
    expect(screen.queryByRole('region', { name: 'Sample restaurant' })).toBeNull();
  });

  it('is marked on every page, and no second one is offered', async () => {
    linked = [sample];
    const { router } = renderApp('/admin-configuration/connect');
    expect(await bar()).toBeVisible();
    expect(await screen.findByRole('link', { name: /Upload your sales/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Look around in a sample/ })).toBeNull();
    expect(screen.queryByRole('link', { name: /Your imports/ })).toBeNull();
    for (const path of ['/more', '/profile', '/admin-configuration']) {
      await router.navigate(path);
      expect(await bar()).toBeVisible();
    }
  });

  it('is not offered to a person with a location', async () => {
    linked = [pizza];
    renderApp('/admin-configuration/connect');
    expect(await screen.findByRole('link', { name: /Your imports/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Look around in a sample/ })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Sample restaurant' })).toBeNull();
  });

  it('asks for an own location before an upload', async () => {
    linked = [sample];
    renderApp('/admin-configuration/connect/upload');
    expect(await screen.findByRole('heading', { name: 'Your location' })).toBeVisible();
  });

  it('leaves nothing behind', async () => {
    await forgetAnswers();
    linked = [sample];
    write('default_location', sample.posID);
    write('default_chart_location', sample.posID);
    server.use(answer('get-daily-sales-labor', () => linked.map(() => ({ posID: sample.posID }))));
    const { store } = renderApp('/home');
    const shown = within(await bar());
    await waitFor(() => {
      const names = Object.values(store.getState().api.queries).map((one) => one?.endpointName);
      expect(names).toContain('getDailySalesLabor');
    });
    await writeAnswers();
    await userEvent.click(shown.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(read('locations')).toEqual([]));
    const answers = () => Object.values(store.getState().api.queries).map((one) => one?.data);
    await waitFor(() => expect(JSON.stringify(answers())).not.toContain(sample.posID));
    expect(read('default_location')).toBeNull();
    expect(read('default_chart_location')).toBeNull();
    expect(store.getState().selectedLocation).toEqual({ chart: null, general: null });
    const key = storageKey('getRestaurantList(undefined)');
    await waitFor(async () => expect(await storedAnswer(testUser.sessionID, key)).toBeUndefined());
  });
});
