import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PaymentIntent } from '@/api';
import { write } from '@/lib/storage/storage';
import { pizza } from '@/testing/data/fixtures';
import {
  charge,
  mismatchList,
  noon,
  payment,
  providerList,
  provides,
  refuses,
} from '@/testing/data/payments';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

function detail(one: PaymentIntent) {
  const rest = { refunds: [], dispute: null, disputes: [], payout: null, asOf: noon };
  return provides(`payment_intents/${one.id}`, () => ({ ...one, ...rest }));
}

beforeEach(() => {
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [
      { ...pizza, businessDate: '2026-11-21T00:00:00' },
    ]),
    provides('reviews', () => mismatchList()),
  );
});

describe('the search for a payment by its charge', () => {
  const search = `/stripe-transactions?from=2026-11-21&to=2026-11-21&charge=ch_1&at=${noon}`;
  const other = payment('pi_0', { latest_charge: charge({ id: 'ch_0' }) });
  /** The search: a week and an hour up to the charge. */
  const searchAnswers = (pages: Record<string, object>) =>
    provides('payment_intents', (query) =>
      query.get('created[lte]') === String(noon)
        ? (pages[query.get('starting_after') ?? 'first'] ?? {})
        : providerList([]),
    );

  it('opens the payment in the list of its day', async () => {
    const one = payment('pi_1', { created: noon - 86_400 });
    server.use(
      searchAnswers({
        first: providerList([other], { has_more: true }),
        pi_0: providerList([one]),
      }),
      detail(one),
    );
    const { router } = renderApp(search);
    const sheet = within(await screen.findByRole('dialog', { name: 'Payment' }));
    expect(await sheet.findByText('Payment ID')).toBeVisible();
    expect(router.state.location.search).toBe('?from=2026-11-21&to=2026-11-21&payment=pi_1');
  });

  it('shows that no payment has the charge', async () => {
    server.use(searchAnswers({ first: providerList([other]) }));
    const { router } = renderApp(search);
    const sheet = within(await screen.findByRole('dialog', { name: 'Payment' }));
    expect(await sheet.findByText("We couldn't find this payment.")).toBeVisible();
    await userEvent.click(sheet.getByRole('button', { name: 'Close' }));
    await waitFor(() =>
      expect(router.state.location.search).toBe('?from=2026-11-21&to=2026-11-21'),
    );
  });

  it('is repeated after an error', async () => {
    server.use(refuses('payment_intents', 500));
    renderApp(search);
    const sheet = within(await screen.findByRole('dialog', { name: 'Payment' }));
    const again = await sheet.findByRole('button', { name: 'Try Again' });
    server.use(searchAnswers({ first: providerList([payment('pi_1')]) }), detail(payment('pi_1')));
    await userEvent.click(again);
    expect(await sheet.findByText('Payment ID')).toBeVisible();
  });
});
