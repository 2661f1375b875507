import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CheckPayment, TracedPayment } from '@/api';
import { write } from '@/lib/storage/storage';
import { checkDetail, checkPayment } from '@/testing/data/checks';
import { pizza } from '@/testing/data/fixtures';
import { charge, noon, payment, payout, provides, refuses, traced } from '@/testing/data/payments';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const title = 'Where the card money went';
const visa = checkPayment('Visa', 19, { tip: 6 });

/** The service's trace of the check k-1. */
function trace(payments: readonly TracedPayment[], asOf: number | null = noon) {
  return provides('checks/k-1/trace', () => ({
    posCheckID: 'k-1',
    charged: 2500,
    payments,
    asOf,
  }));
}

/** The sheet of the check k-1 with these payments. */
async function open(...paymentList: readonly CheckPayment[]) {
  server.use(
    answer('get-check-item', {
      check: checkDetail('k-1'),
      checkItemList: [],
      paymentList,
    }),
  );
  renderApp('/home/sales-history?check=demo-pizza%2Fk-1');
  const sheet = within(await screen.findByRole('dialog', { name: 'Check #k-1' }));
  await sheet.findByText('Total paid');
  return sheet;
}

beforeEach(() => {
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [{ ...pizza, businessDate: '2026-11-21' }]),
    answer('get-inside-sales', { checkReportList: [], nextCursor: null }),
  );
});

describe('the card money of a check', () => {
  it('is traced from the card to the bank', async () => {
    server.use(trace([traced()]));
    const sheet = await open(visa);
    const list = await sheet.findByRole('list', { name: title });
    expect(list).toHaveTextContent(
      /^Visa ending in 4242 SucceededThis payment is complete\.Charged\$25\.00Fee-\$0\.73Net\$24\.27In a payout of \$97\.00 PaidArrived Nov 23, 2026$/,
    );
    const links = within(list).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/stripe-transactions?from=2026-11-21&to=2026-11-21&payment=pi_1',
      `/stripe-payouts?payout=po_1&at=${noon}`,
    ]);
    expect(sheet.getByText(/^As of /)).toBeVisible();
  });

  it('is not requested where no payment can be traced', async () => {
    // Strict: an unannounced call fails the test.
    const sheet = await open(
      checkPayment('Cash', 19, { tip: 6 }),
      checkPayment('Gift Card', 5),
      checkPayment('Visa', 8, { processor: 'Square' }),
    );
    expect(sheet.queryByText(title)).toBeNull();
  });

  describe('of another processor', () => {
    const square = checkPayment('Visa', 19, { tip: 6, processor: 'Square', paymentID: '8836' });
    const intent = payment('square-8836', { saffron: { processor: 'Square' } });
    const taken = traced({ paymentIntentId: intent.id, paymentIntent: intent });
    const unreported = traced({
      paymentIntentId: 'square-8836',
      paymentIntent: null,
      balanceTransaction: null,
      payout: null,
    });

    it('is traced as well', async () => {
      server.use(trace([{ ...taken, payout: payout('square-7') }]));
      const sheet = await open(square);
      expect(await sheet.findByRole('list', { name: title })).toHaveTextContent(
        /Fee-\$0\.73Net\$24\.27In a payout of \$97\.00 PaidArrived Nov 23, 2026$/,
      );
      expect(sheet.getByText(/^As of /)).toBeVisible();
      expect(sheet.queryByText(/Waiting for updates/)).toBeNull();
    });

    it('has no day of a payout that is not made', async () => {
      const saffron = { processor: 'Square', fee: null, net: null };
      const paymentIntent = payment('square-8836', { saffron });
      server.use(
        trace([
          { ...taken, payout: null },
          { ...taken, paymentIntent, payout: null },
        ]),
      );
      const sheet = await open(square);
      const rows = within(await sheet.findByRole('list', { name: title })).getAllByRole('listitem');
      expect(rows.map((row) => row.textContent)).toEqual([
        expect.stringMatching(/Net\$24\.27No payout linked\.$/),
        expect.stringMatching(/FeeNot known yetNetNot known yetNo payout linked\.$/),
      ]);
    });

    it('is left out while it is not reported', async () => {
      server.use(trace([traced(), unreported]));
      const sheet = await open(visa, square);
      const list = await sheet.findByRole('list', { name: title });
      expect(within(list).getAllByRole('listitem')).toHaveLength(1);
      expect(sheet.queryByText(/did not link/)).toBeNull();
      expect(sheet.queryByText(/has no record/)).toBeNull();
    });

    it('has no title while none is reported', async () => {
      let asked = false;
      server.use(
        provides('checks/k-1/trace', () => {
          asked = true;
          return { posCheckID: 'k-1', charged: 2500, payments: [unreported], asOf: null };
        }),
      );
      const sheet = await open(square);
      await waitFor(() => expect(asked).toBe(true));
      expect(sheet.queryByText(title)).toBeNull();
    });

    it('is no payment of the own card account', async () => {
      server.use(trace([taken]));
      const sheet = await open(visa, square);
      expect(await sheet.findByText(/^The POS did not link a card payment/)).toBeVisible();
    });
  });

  it('states the expected payout before it is paid', async () => {
    const paymentIntent = payment('pi_1', { saffron: { feeIsEstimate: true } });
    server.use(
      trace([
        traced({ payout: null }),
        traced({ paymentIntent, payout: null, balanceTransaction: null }),
        traced({ payout: payout('po_1', { saffron: { state: 'PAYOUT_INTRANSIT' } }) }),
        traced({
          payout: payout('po_1', { saffron: { state: 'PAYOUT_FAILED', failure: 'no_account' } }),
        }),
      ]),
    );
    const sheet = await open(visa);
    const rows = within(await sheet.findByRole('list', { name: title })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(
        /Fee-\$0\.73Net\$24\.27Not paid out yet\. Expected from Nov 21, 2026\.$/,
      ),
      expect.stringMatching(/Fee \(estimated\)-\$0\.73Net\$24\.27Not paid out yet\.$/),
      expect.stringMatching(/IntransitExpected Nov 23, 2026$/),
      expect.stringMatching(/FailedThe bank account details on file are probably incorrect/),
    ]);
  });

  describe('unknown to the card provider', () => {
    const unknown = traced({
      paymentIntentId: 'pi_9',
      paymentIntent: null,
      balanceTransaction: null,
      payout: null,
    });
    /** The check was closed at 12:40 in New York. */
    const closed = noon + 36 * 60;

    it('is shown with advice', async () => {
      server.use(trace([unknown], closed + 3_600));
      const sheet = await open(visa);
      expect(await sheet.findByText(/^Stripe has no record of this payment/)).toBeVisible();
      expect(sheet.getByRole('list', { name: title })).toHaveTextContent('Card payment$25.00');
      expect(sheet.getByText('pi_9')).toBeVisible();
    });

    it.each([closed + 3_599, null])('is no problem while it may still arrive', async (asOf) => {
      server.use(trace([unknown], asOf));
      const sheet = await open(visa);
      expect(await sheet.findByText(/^Stripe has not reported this payment yet/)).toBeVisible();
      expect(sheet.queryByText(/has no record/)).toBeNull();
    });
  });

  it("leads to the day's transactions without a payment id", async () => {
    server.use(trace([]));
    const sheet = await open(visa);
    expect(await sheet.findByText(/^The POS did not link a card payment/)).toBeVisible();
    expect(sheet.getByRole('link', { name: "That day's transactions" })).toHaveAttribute(
      'href',
      '/stripe-transactions?from=2026-11-21&to=2026-11-21',
    );
  });

  it('shows differences between till and card, and disputes', async () => {
    const paymentIntent = payment('pi_1', { latest_charge: charge({ disputed: true }) });
    server.use(trace([traced({ amount: 2600, paymentIntent })]));
    const sheet = await open(visa);
    expect(
      await sheet.findByText(
        'The guest was charged $1.00 less than on the check: $25.00 instead of $26.00.',
      ),
    ).toBeVisible();
    expect(sheet.getByText('Disputed')).toBeVisible();
  });

  it('names what the guest was charged more than the check', async () => {
    server.use(trace([traced({ amount: 2100 })]));
    const sheet = await open(visa);
    expect(
      await sheet.findByText(
        'The guest was charged $4.00 more than on the check: $25.00 instead of $21.00.',
      ),
    ).toBeVisible();
  });

  it('compares no dollars with another currency', async () => {
    const paymentIntent = payment('pi_1', { currency: 'jpy' });
    server.use(trace([traced({ paymentIntent })]));
    const sheet = await open(visa);
    expect(
      await sheet.findByText('The POS recorded $25.00, but the card was charged ¥2,500.'),
    ).toBeVisible();
  });

  it('states what a payout took from the bank', async () => {
    server.use(trace([traced({ payout: payout('po_1', { amount: -1250 }) })]));
    const sheet = await open(visa);
    expect(await sheet.findByRole('list', { name: title })).toHaveTextContent(
      /In a payout of -\$12\.50 TakenThis amount was taken from your bank\.$/,
    );
  });

  it('has no fee and payout if nothing was taken', async () => {
    const none = { fee: null, net: null, state: 'PAYMENT_CANCELLED' };
    const paymentIntent = payment('pi_1', { amount_received: 0, saffron: none });
    server.use(
      trace([
        traced({ paymentIntent, balanceTransaction: null, payout: null }),
        traced({ amount: -500 }),
      ]),
    );
    const sheet = await open(visa);
    const rows = within(await sheet.findByRole('list', { name: title })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Visa ending in 4242 CanceledThis payment was cancelled.$25.00',
      'Visa ending in 4242 SucceededRefunded from this payment.-$5.00',
    ]);
  });

  it('has a skeleton while it loads', async () => {
    server.use(
      http.get('*/payments/v1/checks/k-1/trace', () => new Promise<never>(() => undefined)),
    );
    const sheet = await open(visa, visa);
    const keeping = await sheet.findByRole('status');
    expect(keeping.querySelectorAll('.mantine-Skeleton-root')).toHaveLength(2);
  });

  it('loads again after an error beside the check', async () => {
    server.use(refuses('checks/k-1/trace', 500));
    const sheet = await open(visa);
    expect(await sheet.findByRole('alert')).toHaveTextContent(
      "We couldn't load the card payments of this check. Please try again.",
    );
    server.use(trace([traced()]));
    await userEvent.click(sheet.getByRole('button', { name: 'Try Again' }));
    expect(await sheet.findByText('Arrived Nov 23, 2026')).toBeVisible();
  });
});
