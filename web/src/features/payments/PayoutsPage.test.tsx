import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Payout } from '@/api';
import { remove, write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import {
  noon,
  payout,
  providerList,
  provides,
  refuses,
  transaction,
} from '@/testing/data/payments';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const today = '2026-11-21T00:00:00';
const requests: Record<string, string>[] = [];

function payouts(...data: readonly Payout[]) {
  return provides('payouts', (query) => {
    requests.push(Object.fromEntries(query));
    return providerList(data);
  });
}

beforeEach(() => {
  requests.length = 0;
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [
      { ...pizza, businessDate: today },
      { ...tacos, businessDate: today },
    ]),
  );
});

describe('/stripe-payouts', () => {
  it('asks for one of several locations', async () => {
    remove('default_location');
    renderApp('/stripe-payouts');
    expect(
      await screen.findByText('Please select location to fetch transactions/payouts.'),
    ).toBeVisible();
    expect(requests).toEqual([]);
  });

  it('shows every state with arrival and amount, page after page', async () => {
    const states = ['PAID', 'PENDING', 'INTRANSIT', 'CANCELLED', 'FAILED', 'UNIDENTIFIED', 'NEW'];
    const rows = states.map((state, index) =>
      payout(`po_${index}`, { saffron: { state: `PAYOUT_${state}`, failure: 'account_closed' } }),
    );
    server.use(
      provides('payouts', (query) => {
        requests.push(Object.fromEntries(query));
        return query.has('starting_after')
          ? providerList([payout('po_9', { amount: 100, method: 'instant' })])
          : providerList(rows, { has_more: true });
      }),
    );
    renderApp('/stripe-payouts');
    const list = within(await screen.findByRole('list', { name: 'Payouts' }));
    const sent = 'Sent Nov 21, 2026';
    await waitFor(() =>
      expect(list.getAllByRole('button').map((row) => row.textContent)).toEqual([
        `Nov 23, 2026Paid${sent}$97.00`,
        `Nov 23, 2026Pending${sent}$97.00`,
        `Nov 23, 2026Intransit${sent}$97.00`,
        `Nov 23, 2026Canceled${sent}$97.00`,
        'Nov 23, 2026FailedThe bank account has been closed.$97.00',
        `Nov 23, 2026Unidentified${sent}$97.00`,
        `Nov 23, 2026Unidentified${sent}$97.00`,
        `Nov 23, 2026Paid${sent} · Instant$1.00`,
      ]),
    );
    expect(requests).toEqual([
      { posID: 'demo-pizza', limit: '50' },
      { posID: 'demo-pizza', limit: '50', starting_after: 'po_6' },
    ]);
  });

  it('says what was taken from the bank', async () => {
    const taken = (id: string, state: string, rest = {}) =>
      payout(id, { amount: -1250, ...rest, saffron: { state } });
    server.use(
      payouts(
        taken('po_1', 'PAYOUT_PAID'),
        taken('po_2', 'PAYOUT_INTRANSIT', { currency: 'jpy' }),
        taken('po_3', 'PAYOUT_FAILED'),
      ),
    );
    renderApp('/stripe-payouts');
    const list = within(await screen.findByRole('list', { name: 'Payouts' }));
    expect(list.getAllByRole('button').map((row) => row.textContent)).toEqual([
      'Nov 23, 2026TakenThis amount was taken from your bank.-$12.50',
      'Nov 23, 2026IntransitThis amount is being taken from your bank.-¥1,250',
      'Nov 23, 2026FailedThis amount could not be taken from your bank. Please contact Stripe.-$12.50',
    ]);
  });

  it('names processors in a list of several', async () => {
    const paidBy = (processor: string | null) => ({ state: 'PAYOUT_PAID', processor });
    const failed = { state: 'PAYOUT_FAILED', failure: 'no_code', processor: 'Square' };
    server.use(
      payouts(
        payout('po_1', { saffron: paidBy(null) }),
        payout('square-1', { saffron: paidBy('Square') }),
        payout('square-2', { saffron: failed }),
      ),
    );
    renderApp('/stripe-payouts');
    const list = within(await screen.findByRole('list', { name: 'Payouts' }));
    expect(list.getAllByRole('button').map((row) => row.textContent)).toEqual([
      'Nov 23, 2026PaidSent Nov 21, 2026$97.00',
      'Nov 23, 2026PaidSquare · Sent Nov 21, 2026$97.00',
      'Nov 23, 2026FailedSquare · This payout failed.$97.00',
    ]);
  });

  it('is calm without a card account', async () => {
    server.use(payouts(payout('square-1', { saffron: { processor: 'Square' } })));
    renderApp('/stripe-payouts');
    const list = within(await screen.findByRole('list', { name: 'Payouts' }));
    expect(list.getAllByRole('button').map((row) => row.textContent)).toEqual([
      'Nov 23, 2026PaidSent Nov 21, 2026$97.00',
    ]);
    // The POS sent the newest payout long ago.
    expect(screen.getByText(/^As of Nov 21, 2026, \d{1,2}:04 [AP]M$/)).toBeVisible();
    expect(screen.queryByText(/Waiting for updates/)).toBeNull();
    expect(screen.queryByText(/Stripe/)).toBeNull();
  });

  it('shows a message without payouts', async () => {
    server.use(payouts());
    renderApp('/stripe-payouts');
    expect(await screen.findByText('Currently, there are no payouts.')).toBeVisible();
    expect(
      screen.getByText('Payouts show up here once your card processor reports them.'),
    ).toBeVisible();
  });

  it('shows a failure', async () => {
    server.use(refuses('payouts', 500));
    renderApp('/stripe-payouts');
    expect(
      await screen.findByText('We encountered an error while fetching the list. Please try again!'),
    ).toBeVisible();
  });
});

describe('a payout', () => {
  const sums = { count: 4, amount: 10_000, fee: 300, net: 9700 };

  async function open(one: Payout, of = sums) {
    server.use(
      payouts(one),
      provides(`payouts/${one.id}/transactions`, (query) =>
        query.has('starting_after')
          ? providerList([transaction('txn_4', { type: 'next_year', source: null })], { sums: of })
          : providerList(
              [
                transaction('txn_1'),
                transaction('txn_2', {
                  type: 'refund',
                  source: 're_1',
                  amount: -500,
                  fee: 0,
                  net: -500,
                }),
                transaction('txn_3', {
                  type: 'adjustment',
                  source: 'dp_1',
                  reporting_category: 'dispute',
                }),
              ],
              { sums: of, has_more: true },
            ),
      ),
    );
    renderApp('/stripe-payouts');
    const list = within(await screen.findByRole('list', { name: 'Payouts' }));
    await userEvent.click(list.getByRole('button'));
    const sheet = within(await screen.findByRole('dialog', { name: 'Payout' }));
    await sheet.findByText('Payout ID');
    return sheet;
  }

  it('adds up, and lists its transactions page after page', async () => {
    const sheet = await open(payout('po_1'));
    expect(await sheet.findByText('Matches its transactions')).toBeVisible();
    expect(sheet.getByText('Gross').closest('dl')).toHaveTextContent(
      'Gross$100.00Fees-$3.00Net$97.00',
    );
    await userEvent.click(sheet.getByRole('button', { name: 'Load more' }));
    await sheet.findByText('Next year');
    expect(sheet.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'PaymentNov 21, 2026, 12:04 PMGross $25.00 · Fee $0.73$24.27',
      'RefundNov 21, 2026, 12:04 PMGross -$5.00 · Fee $0.00-$5.00',
      'DisputeNov 21, 2026, 12:04 PMGross $25.00 · Fee $0.73$24.27',
      'Next yearNov 21, 2026, 12:04 PMGross $25.00 · Fee $0.73$24.27',
    ]);
  });

  it('leads from a charge to its payment, in the list of its day', async () => {
    const sheet = await open(payout('po_1'));
    const links = await sheet.findAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/stripe-transactions?from=2026-11-21&to=2026-11-21&charge=ch_1&at=${noon}`,
    ]);
  });

  it('shows that it does not add up', async () => {
    const sheet = await open(payout('po_1', { amount: 9600 }));
    expect(
      await sheet.findByText(
        'Does not match its transactions: they total $97.00, the payout is $96.00.',
      ),
    ).toBeVisible();
    expect(sheet.queryByText('Matches its transactions')).toBeNull();
  });

  it('shows why it failed', async () => {
    const failed = { state: 'PAYOUT_FAILED', failure: 'no_account' };
    const sheet = await open(payout('po_1', { saffron: failed }));
    expect(sheet.getByText(/^The bank account details on file/)).toBeVisible();
    expect(sheet.getByText('Was expected')).toBeVisible();
    expect(sheet.queryByText('Arrives')).toBeNull();
  });

  it('below zero was taken from the bank', async () => {
    const sheet = await open(payout('po_1', { amount: -1250 }));
    expect(sheet.getByText('-$12.50')).toBeVisible();
    expect(sheet.getByText('This amount was taken from your bank.')).toBeVisible();
    expect(sheet.getByText('Requested').closest('div')).toHaveTextContent(/Nov 21, 2026/);
    expect(sheet.queryByText('Arrived')).toBeNull();
    expect(sheet.queryByText('Sent')).toBeNull();
  });

  it('adds up no transactions of other currencies', async () => {
    const one = payout('po_1');
    server.use(
      payouts(one),
      provides('payouts/po_1/transactions', () =>
        providerList(
          [
            transaction('txn_1'),
            transaction('txn_2', { currency: 'jpy', amount: 2500, fee: 90, net: 2410 }),
          ],
          { sums },
        ),
      ),
    );
    renderApp(`/stripe-payouts?payout=po_1&at=${noon}`);
    const sheet = within(await screen.findByRole('dialog', { name: 'Payout' }));
    expect(
      await sheet.findByText(
        'Some transactions are in other currencies, so they are not added up here.',
      ),
    ).toBeVisible();
    expect(sheet.queryByText('Gross')).toBeNull();
    expect(sheet.queryByText('Matches its transactions')).toBeNull();
    expect(sheet.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'PaymentNov 21, 2026, 12:04 PMGross $25.00 · Fee $0.73$24.27',
      'PaymentNov 21, 2026, 12:04 PMGross ¥2,500 · Fee ¥90¥2,410',
    ]);
  });

  describe('of another processor', () => {
    const square = payout('square-7', {
      statement_descriptor: null,
      saffron: { processor: 'Square' },
    });

    it('names its entries, which lead to their payments', async () => {
      const entry = (id: string, type: string, source: string | null, amount: number) =>
        transaction(id, { type, source, amount, fee: 0, net: amount, reporting_category: null });
      server.use(
        payouts(square),
        provides('payouts/square-7/transactions', () =>
          providerList(
            [
              entry('square-1', 'charge', 'square-1', 10_000),
              entry('square-2', 'loan_repayment', null, -300),
            ],
            { sums: { count: 2, amount: 9700, fee: 0, net: 9700 } },
          ),
        ),
      );
      renderApp(`/stripe-payouts?payout=square-7&at=${noon}`);
      const sheet = within(await screen.findByRole('dialog', { name: 'Payout' }));
      expect(await sheet.findByText('Matches its transactions')).toBeVisible();
      expect(sheet.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
        'PaymentNov 21, 2026, 12:04 PMGross $100.00 · Fee $0.00$100.00',
        'Loan repaymentNov 21, 2026, 12:04 PMGross -$3.00 · Fee $0.00-$3.00',
      ]);
      expect(sheet.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
        '/stripe-transactions?payment=square-1',
      ]);
      expect(sheet.getByText('Processor').closest('div')).toHaveTextContent('ProcessorSquare');
    });

    it('has no sums without entries', async () => {
      server.use(
        payouts(square),
        provides('payouts/square-7/transactions', () =>
          providerList([], { sums: { count: 0, amount: 0, fee: 0, net: 0 } }),
        ),
      );
      renderApp(`/stripe-payouts?payout=square-7&at=${noon}`);
      const sheet = within(await screen.findByRole('dialog', { name: 'Payout' }));
      expect(
        await sheet.findByText('Square has not listed the transactions of this payout yet.'),
      ).toBeVisible();
      expect(sheet.queryByText('Summary')).toBeNull();
    });
  });

  it('made by hand has no transactions', async () => {
    const sheet = await open(payout('po_1', { automatic: false }));
    expect(sheet.getByText('Manual payout: Stripe does not list its transactions.')).toBeVisible();
    expect(sheet.queryByText('Processor')).toBeNull();
    expect(sheet.queryByText('Summary')).toBeNull();
  });

  it('is found by its address, or shown as missing', async () => {
    server.use(
      payouts(payout('po_2')),
      provides('payouts/po_2/transactions', () =>
        providerList([], { sums: { ...sums, count: 0 } }),
      ),
    );
    const { router } = renderApp(`/stripe-payouts?payout=po_2&at=${noon}`);
    const sheet = within(await screen.findByRole('dialog', { name: 'Payout' }));
    expect(await sheet.findByText('Payout ID')).toBeVisible();
    expect(requests).toContainEqual({
      posID: 'demo-pizza',
      'created[gt]': String(noon - 1),
      'created[lte]': String(noon),
      limit: '100',
    });
    await router.navigate(`/stripe-payouts?payout=po_3&at=${noon}`);
    expect(await sheet.findByText("We couldn't find this payout.")).toBeVisible();
  });

  it("is searched from the newest on, at the address's location", async () => {
    server.use(
      provides('payouts', (query) => {
        requests.push(Object.fromEntries(query));
        return query.get('starting_after') === 'po_8'
          ? providerList([payout('po_2')])
          : providerList([payout('po_8')], { has_more: query.get('starting_after') === null });
      }),
      provides('payouts/po_2/transactions', () =>
        providerList([], { sums: { ...sums, count: 0 } }),
      ),
    );
    const { router } = renderApp('/stripe-payouts?posID=demo-tacos&payout=po_2');
    const sheet = within(await screen.findByRole('dialog', { name: 'Payout' }));
    expect(await sheet.findByText('po_2')).toBeVisible();
    expect(requests).toContainEqual({ posID: 'demo-tacos', limit: '100', starting_after: 'po_8' });
    expect(requests.filter(({ posID }) => posID !== 'demo-tacos')).toEqual([]);
    expect(router.state.location.search).toBe('?payout=po_2');
  });
});
