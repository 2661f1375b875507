import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

/** Pages that show what a call answered; those behind a query show one opened detail. */
const pages = [
  '/home',
  '/home/daily-sales',
  '/home/daily-sales?tab=hourly',
  '/home/history-report',
  '/home/sales-history',
  '/home/sales-history?check=demo-pizza/k-1',
  '/home/open-checks',
  '/home/open-checks?check=demo-pizza/k-1',
  '/home/menu',
  '/home/menu?part=purchase',
  '/home/menu?part=promotions',
  '/home/menu?item=demo-pizza/a',
  '/admin-configuration/menu?part=changes',
  '/promotions',
  '/stripe-transactions',
  '/stripe-transactions?payment=pi_1',
  '/stripe-payouts',
  '/stripe-payouts?payout=po_1',
  '/payout',
  '/customers',
  '/customers?guest=demo-pizza/c-1',
  '/royalty-program',
  '/notifications',
  '/notifications?list=messages',
  '/notifications?id=n-1',
  '/admin-configuration/notification-rules',
  '/admin-configuration/wages',
  '/email-marketing',
  '/text-marketing',
  '/email-marketing/basic-email-marketing?part=recipients',
  '/text-marketing/campaigns/c-1',
  '/profile/edit',
  '/profile/sessions',
  '/profile/devices',
] as const;

/** Addresses that open a detail over its list. */
const isDetail = /[?&](check|item|payment|payout|guest|id)=/;

/** What else stands where a call failed. */
const usual =
  /encountered an error|We could not|We couldn't|We are unable|Some error|Something went wrong|Contact Support/;

function everyCall(respond: () => Response) {
  return [http.post('*/restaurantpro/*', respond), http.get('*/payments/v1/*', respond)];
}

beforeEach(() => {
  rememberSignIn();
  write('default_location', pizza.posID);
  write('default_chart_location', pizza.posID);
});

describe('without a network', () => {
  beforeEach(() => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    write('locations', [pizza, tacos]);
    server.use(...everyCall(() => HttpResponse.error()));
  });

  it.each(pages.filter((page) => !isDetail.test(page)))('%s says it once', async (page) => {
    renderApp(page);
    const notice = await screen.findByText('This page needs a connection.');
    expect(notice).toBeVisible();
    expect(screen.getAllByText('Offline')).toHaveLength(1);
    // Calls of other sections fail later.
    await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
    expect(screen.getAllByText('This page needs a connection.')).toEqual([notice]);
    expect(screen.queryByText(usual)).toBeNull();
    expect(screen.queryByRole('heading', { level: 2, name: 'History' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  it.each(pages.filter((page) => isDetail.test(page)))('%s says it in the detail', async (page) => {
    renderApp(page);
    // The dialog that tells of the loss is another one.
    await waitFor(() => {
      const notices = screen.getAllByText('This page needs a connection.');
      expect(notices.some((notice) => notice.closest('[role="dialog"]') !== null)).toBe(true);
    });
    expect(screen.queryByText(usual)).toBeNull();
  });

  it('shows the page again once the network is back', async () => {
    renderApp('/royalty-program');
    await screen.findByText('This page needs a connection.');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    server.use(answer('get-reward-percent', null, 500));
    act(() => window.dispatchEvent(new Event('online')));
    expect(
      await screen.findByText(/We encountered an error while fetching the list/),
    ).toBeVisible();
    expect(screen.queryByText('This page needs a connection.')).toBeNull();
  });
});

describe('too many calls', () => {
  it.each(pages)('are named on %s, and when to try again', async (page) => {
    server.use(
      answer(`get-restaurant-list/${testUser.sessionID}`, [pizza, tacos]),
      ...everyCall(() =>
        HttpResponse.json(
          { status: 429, body: null, message: 'says the server' },
          { status: 429, headers: { 'Retry-After': '45' } },
        ),
      ),
    );
    renderApp(page);
    const text = 'Too many requests. Please wait 45 seconds and try again.';
    expect((await screen.findAllByText(text))[0]).toBeVisible();
    await waitFor(() => expect(screen.queryByText(usual)).toBeNull());
  });
});
