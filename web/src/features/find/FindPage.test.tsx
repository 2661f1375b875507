import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CheckSummary, PaymentIntent } from '@/api';
import { pizza, tacos } from '@/testing/data/fixtures';
import { charge, noon, payment, providerList, provides } from '@/testing/data/payments';
import { checkSummary } from '@/testing/data/reportRows';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { searchFor } from '@/testing/searchFor';
import { answer, server } from '@/testing/server';

const businessDate = '2026-11-21T00:00:00';

beforeEach(() => {
  rememberSignIn();
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [
      { ...pizza, businessDate },
      { ...tacos, businessDate },
    ]),
  );
});

/** A check of $16.75 for which the guest paid $21.42. */
function check(rest: Partial<CheckSummary> = {}): CheckSummary {
  const amounts = { grossSales: 16.75, netSales: 16.75, grossPayment: 21.42 };
  return checkSummary('k-9', { posID: 'demo-tacos', table: null, ...amounts, ...rest });
}

function finds(
  payments: readonly PaymentIntent[],
  checks: readonly CheckSummary[],
  nearest: { payments?: boolean; checks?: boolean } = {},
) {
  server.use(
    provides('search', () =>
      providerList(
        payments.map((one) => ({ posID: 'demo-pizza', ...one })),
        { nextCursor: null, nearest: nearest.payments ?? false },
      ),
    ),
    answer('find-checks', {
      checkReportList: checks,
      nextCursor: null,
      nearest: nearest.checks ?? false,
    }),
  );
}

const rows = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('link')
    .map((row) => [row.textContent, row.getAttribute('href')]);

describe('the search over all locations and dates', () => {
  it('begins with advice', async () => {
    renderApp('/find');
    expect(await screen.findByText('What are you looking for?')).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveFocus();
  });

  it('shows payments and checks, each with its day and location', async () => {
    finds([payment('pi_1', { latest_charge: charge({ disputed: true }) })], [check()]);
    renderApp('/find');
    searchFor(await screen.findByRole('searchbox'), '31.84');
    await screen.findByRole('list', { name: 'Checks' });
    expect(rows('Card payments')).toEqual([
      [
        `Nov 21, 2026, 12:04 PMSucceededDisputedVisa 4242 · #k-1${pizza.name}$25.00`,
        '/stripe-transactions?from=2026-11-21&to=2026-11-21&posID=demo-pizza&payment=pi_1',
      ],
    ]);
    expect(rows('Checks')).toEqual([
      [
        `#k-9Nov 21, 2026, 12:40 PM · 2 covers · Ana · Visa${tacos.name} · Sales $16.75$21.42`,
        '/home/sales-history?from=2026-11-21&to=2026-11-21&posID=demo-tacos&check=demo-tacos%2Fk-9',
      ],
    ]);
  });

  it('names processors where there are several', async () => {
    finds([payment('pi_1'), payment('square-1', { saffron: { processor: 'Square' } })], []);
    renderApp('/find?q=25');
    await screen.findByRole('list', { name: 'Card payments' });
    expect(rows('Card payments').map(([text]) => text)).toEqual([
      expect.stringContaining('Visa 4242 · #k-1Saffron'),
      expect.stringContaining('Visa 4242 · #k-1 · SquareSaffron'),
    ]);
  });

  it('finds a payment in the day that began before it', async () => {
    const late = { ...pizza, businessDate, dayStarts: [{ startDate: null, dayStart: '06:00' }] };
    server.use(answer(`get-restaurant-list/${testUser.sessionID}`, [late]));
    finds([payment('pi_1', { created: noon - 7 * 3600 })], []);
    renderApp('/find?q=25');
    await screen.findByRole('list', { name: 'Card payments' });
    expect(rows('Card payments')[0]?.[1]).toMatch(/from=2026-11-20&to=2026-11-20/);
  });

  it('names the nearest amount where nobody paid the typed one', async () => {
    finds(
      [payment('pi_1', { amount: 3190, amount_received: 3190, created: noon })],
      [check({ grossPayment: 31.85, businessDate: '2026-11-20' })],
      { payments: true, checks: true },
    );
    renderApp('/find?q=$31.84');
    expect(await screen.findByText('No $31.84. Nearest: $31.85 on Nov 20, 2026')).toBeVisible();
  });

  it('names the nearest amount in its own currency', async () => {
    finds([payment('pi_1', { amount_received: 3185, currency: 'eur' })], [], { payments: true });
    renderApp('/find?q=$31.84');
    expect(await screen.findByText('No $31.84. Nearest: €31.85 on Nov 21, 2026')).toBeVisible();
  });

  it('shows no near check beside a payment of the amount', async () => {
    finds([payment('pi_1')], [check()], { checks: true });
    renderApp('/find?q=25');
    await screen.findByRole('list', { name: 'Card payments' });
    expect(screen.queryByRole('list', { name: 'Checks' })).toBeNull();
    expect(screen.queryByText(/Nearest/)).toBeNull();
  });

  it('lists payments in a status without a search', async () => {
    const queries: URLSearchParams[] = [];
    server.use(
      provides('search', (query) => {
        queries.push(query);
        return providerList([], { nextCursor: null, nearest: false });
      }),
    );
    const { router } = renderApp('/find');
    await userEvent.click(await screen.findByRole('button', { name: 'Disputed' }));
    expect(await screen.findByText('No card payments found.')).toBeVisible();
    expect(queries.map((query) => [query.get('status'), query.get('search')])).toEqual([
      ['disputed', null],
    ]);
    expect(router.state.location.search).toBe('?status=disputed');
  });
});
