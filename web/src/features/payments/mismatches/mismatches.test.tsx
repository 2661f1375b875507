import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MismatchKind } from '@/api';
import { write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { mismatch, noon, payment, providerList, provides, refuses } from '@/testing/data/payments';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const businessDate = '2026-11-21T00:00:00';

beforeEach(() => {
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [
      { ...pizza, businessDate },
      { ...tacos, businessDate },
    ]),
    provides('payment_intents', () => providerList([payment('pi_1')])),
  );
});

describe('mismatches', () => {
  const found = (rows: Partial<Record<MismatchKind, object[]>>) =>
    provides('mismatches', (query) => ({
      ...providerList(rows[query.get('kind') as MismatchKind] ?? []),
      nextCursor: null,
    }));

  it('have no row if everything matches', async () => {
    server.use(found({}));
    renderApp('/stripe-transactions');
    await screen.findByRole('list', { name: 'Card payments' });
    expect(screen.queryByText(/needs? review/)).toBeNull();
  });

  it('are listed by kind with links to their subject', async () => {
    server.use(
      found({
        unknown_to_provider: [mismatch()],
        without_check: [
          mismatch({ kind: 'without_check', posCheckID: null, paymentIntentId: 'pi_7' }),
        ],
        payout_differs: [
          mismatch({
            kind: 'payout_differs',
            posCheckID: null,
            paymentIntentId: null,
            payoutId: 'po_7',
            expected: 2000,
          }),
        ],
      }),
    );
    renderApp('/stripe-transactions');
    await userEvent.click(await screen.findByRole('button', { name: '3 payments need review' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Needs review' }));
    const links = sheet.getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      [
        'Check #k-9Nov 21, 2026, 12:04 PM$23.10',
        '/home/sales-history?from=2026-11-21&to=2026-11-21&check=demo-pizza%2Fk-9',
      ],
      ['Card paymentNov 21, 2026, 12:04 PM$23.10', '/stripe-transactions?payment=pi_7'],
      [
        'PayoutNov 21, 2026, 12:04 PMIts transactions total $20.00$23.10',
        `/stripe-payouts?payout=po_7&at=${noon}`,
      ],
    ]);
  });

  it('are loaded again after a failure', async () => {
    server.use(refuses('mismatches', 500));
    renderApp('/stripe-transactions');
    const note = await screen.findByRole('button', {
      name: /We couldn't check for payments that need review/,
    });
    server.use(found({ unknown_to_provider: [mismatch()] }));
    await userEvent.click(note);
    expect(await screen.findByRole('button', { name: '1 payment needs review' })).toBeVisible();
  });
});
