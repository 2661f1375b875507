import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PaymentIntent, PaymentIntentDetail } from '@/api';
import { api } from '@/api';
import { remove, write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import {
  charge,
  mismatchList,
  noon,
  payment,
  payout,
  providerList,
  provides,
  refund,
  refuses,
} from '@/testing/data/payments';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const today = '2026-11-21T00:00:00';
const requests: Record<string, string>[] = [];

function payments(...data: readonly PaymentIntent[]) {
  return provides('payment_intents', (query) => {
    requests.push(Object.fromEntries(query));
    return providerList(data);
  });
}

function noMismatches() {
  return provides('reviews', () => mismatchList());
}

function detail(one: PaymentIntent, rest: Partial<PaymentIntentDetail> = {}) {
  return provides(`payment_intents/${one.id}`, () => ({
    ...one,
    refunds: [],
    dispute: null,
    disputes: [],
    payout: null,
    asOf: noon,
    ...rest,
  }));
}

const list = () => screen.findByRole('list', { name: 'Card payments' });
const texts = async () =>
  within(await list())
    .getAllByRole('button')
    .map((row) => row.textContent);

beforeEach(() => {
  requests.length = 0;
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [
      { ...pizza, businessDate: today },
      { ...tacos, businessDate: today },
    ]),
    noMismatches(),
  );
});

describe('/stripe-transactions', () => {
  it('asks for one of several locations', async () => {
    remove('default_location');
    renderApp('/stripe-transactions');
    expect(
      await screen.findByText('Please select location to fetch transactions/payouts.'),
    ).toBeVisible();
    expect(requests).toEqual([]);
  });

  it('shows three days at first, with one heading a day', async () => {
    const before = noon - 86_400;
    server.use(
      provides('payment_intents', (query) => {
        requests.push(Object.fromEntries(query));
        return query.has('starting_after')
          ? providerList([payment('pi_3', { created: before })])
          : providerList([payment('pi_1'), payment('pi_2', { created: before })], {
              has_more: true,
            });
      }),
    );
    renderApp('/stripe-transactions');
    await waitFor(async () => expect(await texts()).toHaveLength(3));
    const span = {
      posID: 'demo-pizza',
      // 04:00 of Nov 19 to 04:00 of Nov 22 in New York.
      'created[gt]': String(Date.parse('2026-11-19T09:00:00Z') / 1000 - 1),
      'created[lte]': String(Date.parse('2026-11-22T09:00:00Z') / 1000 - 1),
    };
    expect(requests).toEqual([
      { ...span, limit: '150' },
      { ...span, limit: '50', starting_after: 'pi_2' },
    ]);
    expect(
      within(await list())
        .getAllByRole('heading')
        .map((heading) => heading.textContent),
    ).toEqual(['Saturday, November 21, 2026', 'Friday, November 20, 2026']);
    expect(await screen.findByText('No more payments in these dates')).toBeVisible();
  });

  it("takes each day from its start on the location's clock", async () => {
    const bar = [...pizza.dayStarts, { startDate: '2026-11-21', dayStart: '06:15' }];
    const locations = [{ ...pizza, businessDate: today, dayStart: '06:15', dayStarts: bar }];
    server.use(
      answer(`get-restaurant-list/${testUser.sessionID}`, locations),
      // 6 AM of November 21, and noon.
      payments(payment('pi_1'), payment('pi_2', { created: noon - 6 * 3600 - 240 })),
    );
    renderApp('/stripe-transactions?from=2026-11-20&to=2026-11-21');
    await waitFor(async () => expect(await texts()).toHaveLength(2));
    expect(requests[0]).toMatchObject({
      'created[gt]': String(Date.parse('2026-11-20T09:00:00Z') / 1000 - 1),
      'created[lte]': String(Date.parse('2026-11-22T11:15:00Z') / 1000 - 1),
    });
    const headings = within(await list()).getAllByRole('heading');
    expect(headings.map((heading) => heading.textContent)).toEqual([
      'Saturday, November 21, 2026',
      'Friday, November 20, 2026',
    ]);
  });

  it('shows every state with time, card and amount', async () => {
    const none = { amount_received: 0 };
    const refundedCharge = charge({ amount_refunded: 500 });
    const states: [string, object][] = [
      ['PAYMENT_SUCCESS', {}],
      ['PARTIAL_REFUND', { latest_charge: refundedCharge }],
      ['COMPLETE_REFUNDED', { latest_charge: charge({ amount_refunded: 2500 }) }],
      ['PAYMENT_CANCELLED', none],
      ['PAYMENT_FAILED', none],
      ['PAYMENT_UNCAPTURED', none],
      ['PAYMENT_INCOMPLETE', none],
      ['PAYMENT_INCOMPLETE_METHOD', none],
      ['PAYMENT_UNIDENTIFIED', none],
      ['A_STATE_OF_NEXT_YEAR', none],
    ];
    const rows = states.map(([state, rest], index) =>
      payment(`pi_${index}`, { ...rest, saffron: { state } }),
    );
    server.use(payments(...rows));
    renderApp('/stripe-transactions');
    const card = 'Visa 4242 · #k-1$25.00';
    expect(await texts()).toEqual([
      `12:04 PMSucceeded${card}`,
      `12:04 PMPartial Refund${card}$5.00 refunded`,
      `12:04 PMRefunded${card}`,
      `12:04 PMCanceled${card}`,
      `12:04 PMFailed${card}`,
      `12:04 PMUncaptured${card}`,
      `12:04 PMIncomplete${card}`,
      `12:04 PMIncomplete${card}`,
      `12:04 PMUnidentified${card}`,
      `12:04 PMUnidentified${card}`,
    ]);
  });

  it('shows a message without payments, and earlier days', async () => {
    server.use(payments());
    const { router } = renderApp('/stripe-transactions');
    expect(await screen.findByText('Currently, there are no transactions.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier days' }));
    await waitFor(() => expect(router.state.location.search).toBe('?from=2026-10-22'));
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(requests[1]?.['created[gt]']).toBe(
      String(Date.parse('2026-10-22T08:00:00Z') / 1000 - 1),
    );
  });

  it('shows a failure, and loads again by a tap', async () => {
    server.use(refuses('payment_intents', 500));
    renderApp('/stripe-transactions');
    expect(
      await screen.findByText('We encountered an error while fetching the list. Please try again!'),
    ).toBeVisible();
    server.use(payments(payment('pi_1')));
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await texts()).toHaveLength(1);
  });

  it('states up to when the provider was read, with a warning', async () => {
    const now = Math.floor(Date.now() / 1000);
    const readAt = (asOf: number | null) =>
      provides('payment_intents', () => providerList([payment('pi_1')], { asOf }));
    server.use(readAt(now - 60));
    const { store } = renderApp('/stripe-transactions');
    expect(await screen.findByText(/^As of [\w ,]*\d{1,2}:\d{2} [AP]M$/)).toBeVisible();
    const again = () =>
      act(
        () =>
          void store.dispatch(api.util.invalidateTags([{ type: 'Payments', id: 'demo-pizza' }])),
      );
    server.use(readAt(now - 20 * 60));
    again();
    expect(await screen.findByText(/latest payments may be missing/)).toBeVisible();
    server.use(readAt(null));
    again();
    expect(await screen.findByText('No updates from your card processor yet.')).toBeVisible();
  });

  it('names processors in a list of several', async () => {
    server.use(
      payments(
        payment('square-1', { saffron: { processor: 'Square' } }),
        payment('pi_1'),
        payment('clover-1', { saffron: { processor: 'Clover' } }),
      ),
    );
    renderApp('/stripe-transactions');
    const row = '12:04 PMSucceededVisa 4242 · #k-1';
    await waitFor(async () =>
      expect(await texts()).toEqual([
        `${row} · Square$25.00`,
        `${row}$25.00`,
        `${row} · Clover$25.00`,
      ]),
    );
  });

  it('is calm without a card account', async () => {
    // The POS sent the newest payment long ago.
    server.use(payments(payment('square-1', { saffron: { processor: 'Square' } })));
    renderApp('/stripe-transactions');
    await waitFor(async () =>
      expect(await texts()).toEqual(['12:04 PMSucceededVisa 4242 · #k-1$25.00']),
    );
    expect(screen.getByText(/^As of Nov 21, 2026, \d{1,2}:04 [AP]M$/)).toBeVisible();
    expect(screen.queryByText(/Waiting for updates/)).toBeNull();
    expect(screen.queryByText(/Stripe/)).toBeNull();
  });

  it('keeps the last figures with their time after a failure', async () => {
    server.use(payments(payment('pi_1')));
    const { store } = renderApp('/stripe-transactions');
    const before = await texts();
    let refusals = 0;
    server.use(
      http.get('*/payments/v1/payment_intents', () => {
        refusals += 1;
        return HttpResponse.json({ status: 500, body: null, message: 'no' }, { status: 500 });
      }),
    );
    act(
      () => void store.dispatch(api.util.invalidateTags([{ type: 'Payments', id: 'demo-pizza' }])),
    );
    await waitFor(() => expect(refusals).toBeGreaterThan(0));
    await act(
      async () =>
        void (await store.dispatch((dispatch) =>
          Promise.all(dispatch(api.util.getRunningQueriesThunk())),
        )),
    );
    expect(await texts()).toEqual(before);
    expect(screen.getByText(/^As of /)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('refetches after a live event of the location', async () => {
    server.use(payments(payment('pi_1')));
    const { store } = renderApp('/stripe-transactions');
    expect(await texts()).toHaveLength(1);
    server.use(payments(payment('pi_2'), payment('pi_1')));
    act(
      () => void store.dispatch(api.util.invalidateTags([{ type: 'Payments', id: 'demo-pizza' }])),
    );
    await waitFor(async () => expect(await texts()).toHaveLength(2));
  });
});

describe('a payment', () => {
  async function open(one: PaymentIntent, rest: Partial<PaymentIntentDetail> = {}) {
    server.use(payments(one), detail(one, rest));
    const view = renderApp('/stripe-transactions');
    await userEvent.click(within(await list()).getByRole('button'));
    const sheet = within(await screen.findByRole('dialog', { name: 'Payment' }));
    await sheet.findByText('Payment ID');
    return { ...view, sheet };
  }

  const dispute = (id: string, status: string) => ({
    id,
    object: 'dispute',
    amount: 2500,
    balance_transactions: [],
    charge: 'ch_1',
    created: noon,
    currency: 'usd',
    evidence_details: {
      due_by: noon + 86_400,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    payment_intent: 'pi_1',
    reason: 'fraudulent',
    status,
  });

  it('shows fee, refunds, dispute, payout and check', async () => {
    const one = payment('pi_1', {
      latest_charge: charge({ amount_refunded: 500, disputed: true }),
      saffron: { state: 'PARTIAL_REFUND', net: 1927, feeIsEstimate: true },
    });
    const { sheet, router } = await open(one, {
      refunds: [
        refund('re_1', { amount: 300, status: 'pending', reason: null }),
        refund('re_2', { amount: 200, status: 'next_year' }),
      ],
      disputes: [dispute('dp_1', 'needs_response'), dispute('dp_0', 'lost')],
      payout: payout('po_1'),
    });
    expect(router.state.location.search).toBe('?payment=pi_1');
    expect(sheet.getByText('$5.00 refund was initiated.')).toBeVisible();
    const money = sheet.getByText('Fee (estimated)').closest('dl');
    expect(money).toHaveTextContent('Charged$25.00Refunded-$5.00Fee (estimated)-$0.73Net$19.27');
    expect(
      within(sheet.getByRole('list', { name: 'Refunds' }))
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual([
      'PendingNov 21, 2026, 12:04 PM-$3.00',
      'UnidentifiedNov 21, 2026, 12:04 PM · Requested by the guest-$2.00',
    ]);
    const disputes = sheet.getByRole('list', { name: 'Disputes' });
    expect(within(disputes).getAllByRole('listitem')).toHaveLength(2);
    expect(sheet.getByText('Needs response')).toBeVisible();
    expect(sheet.getByText('Respond in Stripe by Nov 22, 2026.')).toBeVisible();
    expect(sheet.getByText('Visa ending in 4242')).toBeVisible();
    expect(sheet.queryByText('Processor')).toBeNull();
    expect(sheet.getByRole('link', { name: '#k-1' })).toHaveAttribute(
      'href',
      '/home/sales-history?from=2026-11-21&to=2026-11-21&check=demo-pizza%2Fk-1',
    );
    expect(sheet.getByRole('link', { name: 'Payout of Nov 23, 2026' })).toHaveAttribute(
      'href',
      `/stripe-payouts?payout=po_1&at=${noon}`,
    );
  });

  it('shows why it failed, without a check', async () => {
    const { sheet } = await open(
      payment('pi_1', {
        amount_received: 0,
        saffron: {
          state: 'PAYMENT_FAILED',
          failure: 'expired_card',
          fee: null,
          net: null,
          posCheckID: null,
        },
      }),
    );
    expect(sheet.getByText('The card was expired.')).toBeVisible();
    expect(sheet.getByText('No check linked')).toBeVisible();
    expect(sheet.queryByText('Where the money went')).toBeNull();
    expect(sheet.queryByText('Not paid out yet')).toBeNull();
  });

  describe('of another processor', () => {
    const saffron = {
      processor: 'Square',
      fee: null,
      feeCurrency: null,
      net: null,
      netCurrency: null,
    };

    it('says that its fee is not known yet', async () => {
      const { sheet } = await open(payment('square-1', { saffron }));
      expect(sheet.getByText('Charged').closest('dl')).toHaveTextContent(
        'Charged$25.00FeeNot known yetNetNot known yet',
      );
      expect(sheet.getByText('Processor').closest('div')).toHaveTextContent('ProcessorSquare');
      expect(sheet.getByText('No payout linked')).toBeVisible();
      expect(sheet.queryByText('Not paid out yet')).toBeNull();
      expect(sheet.queryByText(/Stripe/)).toBeNull();
    });

    it('leads to its payout, also while its fee is unknown', async () => {
      const { sheet } = await open(payment('square-1', { saffron }), {
        payout: payout('square-7'),
      });
      expect(sheet.getByRole('link', { name: 'Payout of Nov 23, 2026' })).toHaveAttribute(
        'href',
        `/stripe-payouts?payout=square-7&at=${noon}`,
      );
    });

    it('is captured and canceled there', async () => {
      const { sheet } = await open(
        payment('square-1', {
          status: 'requires_capture',
          amount_capturable: 2500,
          amount_received: 0,
          saffron: { ...saffron, state: 'PAYMENT_UNCAPTURED' },
        }),
      );
      expect(
        sheet.getByText(
          'This amount is on hold. Capture it in Square to get paid, or cancel it there to release the hold.',
        ),
      ).toBeVisible();
      expect(sheet.queryByRole('button', { name: 'Capture' })).toBeNull();
      expect(sheet.queryByRole('button', { name: 'Cancel payment' })).toBeNull();
    });

    it('shows reasons in its own words', async () => {
      const { sheet } = await open(payment('square-1', { saffron }), {
        refunds: [refund('square-2', { reason: 'Guest changed mind' })],
        disputes: [{ ...dispute('square-3', 'needs_response'), reason: 'NO_KNOWLEDGE' }],
      });
      expect(sheet.getByText('Nov 21, 2026, 12:04 PM · Guest changed mind')).toBeVisible();
      expect(sheet.getByText('No knowledge')).toBeVisible();
      expect(sheet.getByText('Respond in Square by Nov 22, 2026.')).toBeVisible();
      expect(sheet.getByText('The cardholder asked the bank for this money back.')).toBeVisible();
      expect(sheet.getByText(/of this processor come from your POS/)).toBeVisible();
    });
  });

  const uncaptured = payment('pi_1', {
    amount_capturable: 2500,
    amount_received: 0,
    saffron: { state: 'PAYMENT_UNCAPTURED', fee: null, net: null },
  });

  function changed(call: 'capture' | 'cancel', status = 200) {
    const sent: Record<string, unknown>[] = [];
    server.use(
      http.post(`*/payments/v1/payment_intents/pi_1/${call}`, async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>);
        return status === 200
          ? HttpResponse.json(payment('pi_1'))
          : HttpResponse.json({ status, body: null, message: 'no' }, { status });
      }),
    );
    return sent;
  }

  it('is captured once, after a question', async () => {
    const sent = changed('capture');
    const { sheet } = await open(uncaptured);
    await userEvent.click(sheet.getByRole('button', { name: 'Capture' }));
    const question = within(
      await screen.findByRole('dialog', { name: 'Capture $25.00 at Saffron Pizza?' }),
    );
    server.use(payments(payment('pi_1')), detail(payment('pi_1')));
    const button = question.getByRole('button', { name: 'Capture' });
    // Both taps come before the button can show that it is busy.
    act(() => {
      button.click();
      button.click();
    });
    expect(await screen.findByText('Payment captured.')).toBeVisible();
    expect(sent).toEqual([{ posID: 'demo-pizza', idempotencyKey: expect.any(String) }]);
    expect(await sheet.findByText('This payment is complete.')).toBeVisible();
    expect(sheet.queryByRole('button', { name: 'Capture' })).toBeNull();
  });

  it('is canceled again with the same key after a lost answer', async () => {
    const sent = changed('cancel', 500);
    const { sheet } = await open(uncaptured);
    for (const name of ['first', 'second']) {
      await userEvent.click(sheet.getByRole('button', { name: 'Cancel payment' }));
      const question = within(
        await screen.findByRole('dialog', {
          name: 'Cancel the payment of $25.00 at Saffron Pizza?',
        }),
      );
      await userEvent.click(question.getByRole('button', { name: 'Cancel payment' }));
      await waitFor(() => expect(sent).toHaveLength(name === 'first' ? 1 : 2));
      await waitFor(() =>
        expect(screen.queryByRole('dialog', { name: /^Cancel the payment/ })).toBeNull(),
      );
    }
    expect(
      await screen.findAllByText("We couldn't cancel the payment. Please try again."),
    ).not.toHaveLength(0);
    expect(sent[0]?.idempotencyKey).toBe(sent[1]?.idempotencyKey);
  });

  it('is shown again if it changed meanwhile', async () => {
    changed('capture', 409);
    const { sheet } = await open(uncaptured);
    await userEvent.click(sheet.getByRole('button', { name: 'Capture' }));
    const question = within(
      await screen.findByRole('dialog', { name: 'Capture $25.00 at Saffron Pizza?' }),
    );
    server.use(
      detail(
        payment('pi_1', {
          ...uncaptured,
          saffron: { ...uncaptured.saffron, state: 'PAYMENT_CANCELLED' },
        }),
      ),
    );
    await userEvent.click(question.getByRole('button', { name: 'Capture' }));
    expect(
      await screen.findByText('This payment has changed. You now see its current state.'),
    ).toBeVisible();
    expect(await sheet.findByText('This payment was cancelled.')).toBeVisible();
  });
});
