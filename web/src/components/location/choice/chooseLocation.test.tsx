import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { read } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const list = `get-restaurant-list/${testUser.sessionID}`;

/** Pages of one location, and their text without one. */
const pages = [
  ['/home/sales-history', 'Please select location to view sales history.'],
  ['/home/menu', 'Please select location to view menu items.'],
  ['/home/menu?part=purchase', 'Please select location to view items for purchase.'],
  ['/promotions', 'Please select location to proceed!'],
  ['/stripe-transactions', 'Please select location to fetch transactions/payouts.'],
  ['/stripe-payouts', 'Please select location to fetch transactions/payouts.'],
  ['/payout', 'Please select location to fetch transactions/payouts.'],
  ['/customers', 'Please select location to view your customers.'],
  ['/royalty-program', 'Please select location to proceed!'],
  [
    '/admin-configuration/notification-rules',
    'Please select a location to set its notification rules.',
  ],
  ['/admin-configuration/business-day', 'Please select a location to set its business day.'],
  ['/admin-configuration/wages', 'Please select a location to enter its wages.'],
  ['/admin-configuration/imports', 'Please select a location to see its imports.'],
  ['/admin-configuration/connect/upload', 'Please select the location that these sales belong to.'],
  ['/email-marketing', 'Please select location to proceed!'],
  ['/text-marketing', 'Please select location to proceed!'],
  ['/text-marketing/basic-text-marketing', 'Please select location to proceed!'],
] as const;

describe('a page of one location', () => {
  it.each(pages)('%s leads to the choice of one', async (page, text) => {
    rememberSignIn();
    server.use(
      answer(list, [pizza, tacos]),
      http.post('*/restaurantpro/*', () => HttpResponse.json({ status: 500 }, { status: 500 })),
      http.get('*/payments/v1/*', () => HttpResponse.json({ status: 500 }, { status: 500 })),
    );
    renderApp(page);
    expect(await screen.findByText(text)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Select Location' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Select Location' }));
    await userEvent.click(await sheet.findByRole('button', { name: /Taco Corner/ }));
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
    expect(read('default_location')).toBe(tacos.posID);
  });

  it.each(['/customers', '/royalty-program', '/promotions'])(
    '%s leads to the ways of getting one, if there is none',
    async (page) => {
      rememberSignIn();
      server.use(answer(list, []));
      const { router } = renderApp(page);
      await userEvent.click(await screen.findByRole('link', { name: 'Connect your restaurant' }));
      expect(await screen.findByRole('link', { name: /Upload your sales/ })).toBeVisible();
      expect(router.state.location.pathname).toBe('/admin-configuration/connect');
    },
  );

  it('has that way in the sheet, too', async () => {
    rememberSignIn();
    server.use(answer(list, []));
    const { router } = renderApp('/customers');
    await userEvent.click(await screen.findByRole('button', { name: 'Select' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Select Location' }));
    await userEvent.click(await sheet.findByRole('link', { name: 'Connect your restaurant' }));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe('/admin-configuration/connect'),
    );
  });
});
