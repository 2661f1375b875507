import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '@/api';
import { write } from '@/lib/storage/storage';
import { infoOpened, loaderHidden, loaderShown } from '@/state/ui';
import { pizza } from '@/testing/data/fixtures';
import { providerList, provides } from '@/testing/data/payments';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';
import { tabOf } from './tabs';

beforeEach(() => {
  rememberSignIn();
  server.use(answer(`get-restaurant-list/${testUser.sessionID}`, [pizza]));
});

describe('tab bar', () => {
  it.each([
    ['/home', 'Home'],
    ['/home/daily-sales', 'Reports'],
    ['/home/history-report', 'Reports'],
    ['/home/sales-history', 'Reports'],
    ['/home/open-checks', 'Reports'],
    ['/home/menu', 'Menu'],
    ['/home/profile', 'More'],
    ['/home/restaurant-location', 'More'],
    ['/stripe-payouts', 'Money'],
    ['/payout', 'Money'],
    ['/more', 'More'],
    ['/text-marketing/basic-text-marketing', 'More'],
  ])('%s belongs to %s', (path, label) => {
    expect(tabOf(path)?.label).toBe(label);
  });

  it("marks the active tab and returns to each tab's last page", async () => {
    for (const path of ['payouts', 'payment_intents', 'reviews']) {
      server.use(provides(path, () => ({ ...providerList([]), nextCursor: null, open: null })));
    }
    const { router } = renderApp('/stripe-payouts');
    const user = userEvent.setup();
    const bar = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(bar.getByRole('link', { current: 'page' })).toHaveTextContent('Money');
    await user.click(bar.getByRole('link', { name: 'More' }));
    await waitFor(() =>
      expect(bar.getByRole('link', { current: 'page' })).toHaveTextContent('More'),
    );
    await user.click(bar.getByRole('link', { name: 'Money' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/stripe-payouts'));
    await waitFor(() =>
      expect(bar.getByRole('link', { current: 'page' })).toHaveTextContent('Money'),
    );
    await user.click(bar.getByRole('link', { name: 'Money' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/stripe-transactions'));
  });
});

describe('the top bar', () => {
  beforeEach(() => {
    const failed = () => HttpResponse.json({ status: 500, body: null }, { status: 500 });
    server.use(
      answer(`get-restaurant-list/${testUser.sessionID}`, [pizza]),
      http.post('*/restaurantpro/*', failed),
      http.get('*/payments/v1/*', failed),
    );
  });

  it.each([
    ['/home', 'Home'],
    ['/home/daily-sales', 'Daily Sales'],
    ['/home/history-report', 'History'],
    ['/home/sales-history', 'Checks'],
    ['/home/menu', 'Menu'],
    ['/stripe-transactions', 'Transactions'],
    ['/stripe-payouts', 'Payouts'],
    ['/payout', 'Online orders'],
    ['/more', 'More'],
  ])('of the root %s is called as its tab, and has no arrow', async (path, title) => {
    renderApp(path);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    expect(screen.getByRole('link', { name: title, current: 'page' })).toBeVisible();
  });

  it.each([
    ['/customers', '/more'],
    ['/admin-configuration/menu', '/admin-configuration'],
    ['/promotions', '/home'],
    ['/home/open-checks', '/home/sales-history'],
  ])('of %s has an arrow, without a page before to %s', async (path, before) => {
    const { router } = renderApp(path);
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(before));
  });
});

describe('more', () => {
  it('has all tiles, and signs out after a question', async () => {
    server.use(answer('logout/handle-1', null, 500));
    write('hide_welcome', '1');
    const { router } = renderApp('/more');
    const user = userEvent.setup();
    const [grid] = await screen.findAllByRole('list');
    const labels = within(grid as HTMLElement)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(labels).toEqual([
      'Daily Sales',
      'Stripe Transactions',
      'Stripe Payouts',
      'Notifications',
      'Customers',
      'Text Marketing',
      'Email Marketing',
      'Promotions',
      'Royalty Program',
      'Admin Config',
      'Sales History',
      'Profile',
      'Logout',
      'Expenses',
      'Payroll',
      'Profit & Loss',
    ]);
    await user.click(within(grid as HTMLElement).getByRole('button', { name: 'Logout' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Logout' }));
    await user.click(dialog.getByRole('button', { name: 'Logout' }));
    // The call fails; the session ends nevertheless.
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
    // The other stored value ends the session at the server when it can be reached.
    expect(Object.keys(localStorage).sort()).toEqual(['hide_welcome', 'pending_logout']);
  });

  it.each(['expenses', 'payroll', 'profit-loss'])('opens coming soon for %s', async (feature) => {
    renderApp(`/more/${feature}`);
    expect(await screen.findByText('We are currently working on this feature.')).toBeVisible();
  });
});

describe('around every page', () => {
  it('shows that the network is lost, and that it is back', async () => {
    renderApp('/more');
    await screen.findByRole('heading', { name: 'More' });
    // The network watcher may load after the page.
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    const dialog = within(await screen.findByRole('dialog', { name: 'No Internet Connection!' }));
    expect(
      dialog.getByText('You are offline! Please check your internet connection.'),
    ).toBeVisible();
    expect(dialog.getAllByRole('button')).toHaveLength(1);
    network.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('You are back online!')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  const configure = (environment: string) =>
    server.use(
      http.get('*/config/v1/app', () =>
        HttpResponse.json({ environment, version: '1', supportContact: {}, features: {} }),
      ),
    );

  it('shows Test Mode outside of production', async () => {
    configure('test');
    renderApp('/more');
    expect(await screen.findByText('Test Mode')).toBeInTheDocument();
  });

  it('hides Test Mode in production', async () => {
    configure('production');
    const { store } = renderApp('/more');
    const config = api.endpoints.getAppConfig.select();
    await waitFor(() => expect(config(store.getState()).isSuccess).toBe(true));
    await act(async () => undefined);
    expect(screen.queryByText('Test Mode')).toBeNull();
  });

  it('covers the screen by the loader flag, and opens the dialog', async () => {
    const { store } = renderApp('/more');
    await screen.findByRole('heading', { name: 'More' });
    store.dispatch(loaderShown());
    expect(await screen.findByLabelText('Loading')).toBeVisible();
    store.dispatch(loaderHidden());
    await waitFor(() => expect(screen.queryByLabelText('Loading')).toBeNull());
    store.dispatch(infoOpened({ title: 'Covers', detail: 'Guests served.' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Covers' }));
    await userEvent.click(sheet.getByRole('button', { name: 'Got It' }));
    await waitFor(() => expect(store.getState().ui.info).toBeNull());
  });

  it('follows a sign-out in another tab', async () => {
    const { router } = renderApp('/more');
    await screen.findByRole('heading', { name: 'More' });
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
  });
});
