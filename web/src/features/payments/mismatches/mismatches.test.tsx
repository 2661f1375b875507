import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Mismatch } from '@/api';
import { write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import {
  mismatch,
  mismatchList,
  noon,
  payment,
  providerList,
  provides,
  refuses,
} from '@/testing/data/payments';
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

const lost = mismatch();
const charged = mismatch({
  kind: 'without_check',
  posCheckID: null,
  paymentIntentId: 'pi_7',
  amount: 1000,
  last4: '4242',
  id: '2.pi_7',
  version: '0.1000.',
});
const paidOut = mismatch({
  kind: 'payout_differs',
  posCheckID: null,
  paymentIntentId: null,
  payoutId: 'po_7',
  expected: 2000,
  id: '3.po_7',
  version: '0.2310.2000',
});

const tipped = mismatch({
  kind: 'amount_differs',
  paymentIntentId: 'square-8',
  amount: 2500,
  expected: 2100,
  last4: '4242',
  processor: 'Square',
  id: '4.square-8',
  version: '0.2500.2100',
});

/** The service's list, whose entries are reviewed by `reviews`. */
function found(rows: Mismatch[]) {
  return provides('reviews', (query) =>
    mismatchList(rows.filter(({ state }) => state === (query.get('state') ?? state))),
  );
}

function reviewed(row: Mismatch, resolved: boolean, note: string | null = null): Mismatch {
  return {
    ...row,
    state: resolved ? 'resolved' : 'open',
    version: `${resolved ? 1 : 2}.${row.amount}.`,
    review: { resolved, by: 'Ana Lopez', at: noon, note },
  };
}

/** Takes reviews; returns the bodies of the requests. */
function takesReviews(rows: Mismatch[]) {
  const bodies: object[] = [];
  const take = (call: 'resolve' | 'reopen') =>
    http.post(`*/payments/v1/mismatches/${call}`, async ({ request }) => {
      const body = (await request.json()) as { id: string; note?: string };
      bodies.push({ call, ...body });
      const index = rows.findIndex(({ id }) => id === body.id);
      const row = reviewed(rows[index] ?? lost, call === 'resolve', body.note || null);
      rows[index] = row;
      return HttpResponse.json(row);
    });
  server.use(found(rows), take('resolve'), take('reopen'));
  return bodies;
}

async function openList(name: string | RegExp) {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name: 'Needs review' }));
}

describe('the list of what needs review', () => {
  it('says that nothing needs review', async () => {
    server.use(found([]));
    renderApp('/stripe-transactions');
    const sheet = await openList('Nothing needs review');
    expect(await sheet.findByText('Nothing needs review')).toBeVisible();
    await userEvent.click(sheet.getByRole('button', { name: 'Resolved' }));
    expect(await sheet.findByText('Nothing resolved yet')).toBeVisible();
  });

  it('shows count and sum of the open entries, each with its kind', async () => {
    server.use(found([lost, charged, paidOut, reviewed({ ...lost, id: '1.k-8.0' }, true)]));
    renderApp('/stripe-transactions');
    const sheet = await openList('3 payments need review: $56.20');
    expect(sheet.getByText('3 open, $56.20')).toBeVisible();
    const list = within(await sheet.findByRole('list', { name: 'Needs review' }));
    expect(list.getAllByRole('button').map((row) => row.textContent)).toEqual([
      'Check #k-9Nov 21, 2026, 12:04 PMCheck paid by card, no card charge found$23.10',
      'Card ending in 4242Nov 21, 2026, 12:04 PMCard charged without a check$10.00',
      'PayoutNov 21, 2026, 12:04 PMThe payout is $3.10 more than its transactions$23.10',
    ]);
    await userEvent.click(sheet.getByRole('button', { name: 'All' }));
    await waitFor(() =>
      expect(within(sheet.getByRole('list')).getAllByRole('button')).toHaveLength(4),
    );
  });

  it.each([
    [lost, '/home/sales-history?from=2026-11-21&to=2026-11-21&check=demo-pizza%2Fk-9'],
    [charged, '/stripe-transactions?payment=pi_7'],
    [paidOut, `/stripe-payouts?payout=po_7&at=${noon}`],
  ])('links to the subject of an entry: %#', async (row, path) => {
    server.use(found([row]));
    renderApp('/stripe-transactions');
    const sheet = await openList(/1 payment needs review/);
    await userEvent.click(within(await sheet.findByRole('list')).getByRole('button'));
    const details = within(await screen.findByRole('dialog', { name: kindOf(row) }));
    expect(details.getByRole('link')).toHaveAttribute('href', path);
  });

  it.each([
    [2310, 'usd', 'The payout is $3.10 more than its transactions'],
    [1950, 'usd', 'The payout is $0.50 less than its transactions'],
    [2500, 'jpy', 'The payout is ¥500 more than its transactions'],
  ])('names how far a payout of %i %s is off', async (amount, currency, words) => {
    server.use(found([{ ...paidOut, amount, currency }]));
    renderApp('/stripe-transactions');
    const sheet = await openList(/1 payment needs review/);
    await userEvent.click(
      await sheet.findByRole('button', { name: new RegExp(words.replaceAll('$', '\\$')) }),
    );
    const details = within(await screen.findByRole('dialog', { name: kindOf(paidOut) }));
    expect(details.getByText(`${words}.`)).toBeVisible();
  });

  it.each([
    [2500, 'The card was charged $4.00 more than the check says'],
    [1950, 'The card was charged $1.50 less than the check says'],
  ])('compares a charge of %i cents with its check', async (amount, difference) => {
    server.use(found([{ ...tipped, amount }]));
    renderApp('/stripe-transactions');
    const sheet = await openList(/1 payment needs review/);
    const row = within(await sheet.findByRole('list')).getByRole('button');
    const charged = `$${(amount / 100).toFixed(2)}`;
    expect(row).toHaveTextContent(`Check #k-9Nov 21, 2026, 12:04 PM${difference}${charged}`);
    await userEvent.click(row);
    const details = within(await screen.findByRole('dialog', { name: kindOf(tipped) }));
    expect(details.getByText(`${difference}.`)).toBeVisible();
    expect(details.getByText(/^Compare the tips of the check and the card payment/)).toBeVisible();
    const links = details.getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      [
        'Check #k-9$21.00',
        '/home/sales-history?from=2026-11-21&to=2026-11-21&check=demo-pizza%2Fk-9',
      ],
      [
        `Card ending in 4242Nov 21, 2026, 12:04 PM${charged}`,
        '/stripe-transactions?payment=square-8',
      ],
    ]);
  });

  it.each([
    [lost, 'Stripe', 'The POS recorded a card payment that Stripe does not have.'],
    [lost, 'Square', 'The POS recorded a card payment that Square does not have.'],
    [paidOut, 'Clover', 'Please contact Clover.'],
  ])('names the processor: %#', async (row, name, words) => {
    server.use(found([{ ...row, processor: name === 'Stripe' ? null : name }]));
    renderApp('/stripe-transactions');
    const sheet = await openList(/1 payment needs review/);
    await userEvent.click(within(await sheet.findByRole('list')).getByRole('button'));
    const details = within(await screen.findByRole('dialog', { name: kindOf(row) }));
    expect(details.getByText(new RegExp(words))).toBeVisible();
  });

  it('is loaded again after a failure', async () => {
    server.use(refuses('reviews', 500));
    renderApp('/stripe-transactions');
    const note = await screen.findByRole('button', {
      name: /We couldn't check for payments that need review/,
    });
    server.use(found([lost]));
    await userEvent.click(note);
    expect(
      await screen.findByRole('button', { name: '1 payment needs review: $23.10' }),
    ).toBeVisible();
  });
});

describe('a review', () => {
  it('resolves an entry with a note, and is undone', async () => {
    const bodies = takesReviews([lost]);
    renderApp('/stripe-transactions');
    const sheet = await openList(/1 payment needs review/);
    await userEvent.click(within(await sheet.findByRole('list')).getByRole('button'));
    const details = within(await screen.findByRole('dialog', { name: kindOf(lost) }));
    await userEvent.type(details.getByLabelText('Note (optional)'), 'Paid in cash');
    await userEvent.click(details.getByRole('button', { name: 'Resolve' }));
    expect(await screen.findByText('Marked as resolved.')).toBeVisible();
    expect(await sheet.findByText('Nothing needs review')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await within(await sheet.findByRole('list')).findByText('Check #k-9')).toBeVisible();
    const seen = { posID: 'demo-pizza', id: '1.k-9.0' };
    expect(bodies).toEqual([
      { call: 'resolve', ...seen, version: '0.2310.', note: 'Paid in cash' },
      { call: 'reopen', ...seen, version: '1.2310.' },
    ]);
  });

  it('is shown with its person, time and note', async () => {
    server.use(found([reviewed(lost, true, 'Paid in cash')]));
    renderApp('/stripe-transactions');
    const sheet = await openList('Nothing needs review');
    await userEvent.click(sheet.getByRole('button', { name: 'Resolved' }));
    await userEvent.click(within(await sheet.findByRole('list')).getByRole('button'));
    const details = within(await screen.findByRole('dialog', { name: kindOf(lost) }));
    expect(details.getByText(/Resolved by Ana Lopez, Nov 21, 2026, 12:04 PM/)).toBeVisible();
    expect(details.getByText('Paid in cash')).toBeVisible();
    expect(details.getByRole('button', { name: 'Open again' })).toBeVisible();
  });

  it('names the person who was first', async () => {
    server.use(
      found([lost]),
      http.post('*/payments/v1/mismatches/resolve', () =>
        HttpResponse.json(
          { status: 409, body: null, message: 'Bo Roe resolved this first. Nothing was changed.' },
          { status: 409 },
        ),
      ),
    );
    renderApp('/stripe-transactions');
    const sheet = await openList(/1 payment needs review/);
    await userEvent.click(within(await sheet.findByRole('list')).getByRole('button'));
    const details = within(await screen.findByRole('dialog', { name: kindOf(lost) }));
    server.use(found([reviewed(lost, true)]));
    await userEvent.click(details.getByRole('button', { name: 'Resolve' }));
    expect(
      await screen.findByText('Bo Roe resolved this first. Nothing was changed.'),
    ).toBeVisible();
    expect(await sheet.findByText('Nothing needs review')).toBeVisible();
  });
});

function kindOf({ kind }: Mismatch): string {
  return {
    unknown_to_provider: 'Check paid by card, no card charge found',
    without_check: 'Card charged without a check',
    payout_differs: 'Payout amount differs',
    amount_differs: 'Charged amount differs',
  }[kind];
}
