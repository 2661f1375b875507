import { HttpResponse, http } from 'msw';
import type {
  BalanceTransaction,
  Charge,
  Mismatch,
  PaymentIntent,
  Payout,
  Refund,
  TracedPayment,
  WeekPayout,
} from '@/api';

/** 2026-11-21, 12:04 in New York. */
export const noon = 1_795_280_640;

type Summary = PaymentIntent['saffron'];

/** A charge of $25.00 to a Visa card. */
export function charge(rest: Partial<Charge> = {}): Charge {
  return {
    id: 'ch_1',
    object: 'charge',
    amount: 2500,
    amount_captured: 2500,
    amount_refunded: 0,
    balance_transaction: null,
    captured: true,
    created: noon,
    currency: 'usd',
    disputed: false,
    failure_code: null,
    failure_message: null,
    outcome: null,
    paid: true,
    payment_intent: 'pi_1',
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', funding: 'credit', last4: '4242' },
    },
    refunded: false,
    status: 'succeeded',
    ...rest,
  };
}

/** A payment of $25.00 that succeeded. */
export function payment(
  id: string,
  rest: Partial<Omit<PaymentIntent, 'saffron'>> & { saffron?: Partial<Summary> } = {},
): PaymentIntent {
  const { saffron, ...fields } = rest;
  return {
    id,
    object: 'payment_intent',
    amount: 2500,
    amount_capturable: 0,
    amount_received: 2500,
    currency: 'usd',
    created: noon,
    status: 'succeeded',
    description: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    livemode: false,
    last_payment_error: null,
    latest_charge: charge(),
    ...fields,
    saffron: {
      state: 'PAYMENT_SUCCESS',
      badge: 'Succeeded',
      message: 'This payment is complete.',
      failure: null,
      fee: 73,
      feeCurrency: 'usd',
      feeIsEstimate: false,
      net: 2427,
      netCurrency: 'usd',
      last4: '4242',
      posCheckID: 'k-1',
      processor: null,
      ...saffron,
    },
  };
}

/** A refund of $5.00. */
export function refund(id: string, rest: Partial<Refund> = {}): Refund {
  return {
    id,
    object: 'refund',
    amount: 500,
    balance_transaction: null,
    charge: 'ch_1',
    created: noon,
    currency: 'usd',
    payment_intent: 'pi_1',
    reason: 'requested_by_customer',
    status: 'succeeded',
    ...rest,
  };
}

/** A payout of $97.00 that arrived on Nov 23. */
export function payout(
  id: string,
  rest: Partial<Omit<Payout, 'saffron'>> & { saffron?: Partial<Payout['saffron']> } = {},
): Payout {
  const { saffron, ...fields } = rest;
  return {
    id,
    object: 'payout',
    failure_balance_transaction: null,
    amount: 9700,
    arrival_date: 1_795_392_000,
    automatic: true,
    balance_transaction: null,
    created: noon,
    currency: 'usd',
    description: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    method: 'standard',
    reconciliation_status: 'completed',
    statement_descriptor: 'SAFFRON PIZZA',
    status: 'paid',
    type: 'bank_account',
    ...fields,
    saffron: {
      state: 'PAYOUT_PAID',
      badge: 'Paid',
      message: '',
      failure: null,
      processor: null,
      ...saffron,
    },
  };
}

/** A transaction of $25.00 with a fee of $0.73. */
export function transaction(
  id: string,
  rest: Partial<BalanceTransaction> = {},
): BalanceTransaction {
  return {
    id,
    object: 'balance_transaction',
    amount: 2500,
    available_on: noon,
    created: noon,
    currency: 'usd',
    description: null,
    fee: 73,
    net: 2427,
    reporting_category: 'charge',
    source: 'ch_1',
    status: 'available',
    type: 'charge',
    ...rest,
  };
}

/** The week of Nov 16, paid on Nov 25. */
export function week(rest: Partial<WeekPayout> = {}): WeekPayout {
  return {
    weekStart: '2026-11-16',
    weekEnd: '2026-11-22',
    paymentDate: '2026-11-25',
    orders: 132,
    grossPayment: 4312.5,
    fee: 123.04,
    amount: 4189.46,
    ...rest,
  };
}

/** A mismatch: a check paid by card that the provider does not know. */
export function mismatch(rest: Partial<Mismatch> = {}): Mismatch {
  return {
    kind: 'unknown_to_provider',
    at: noon,
    amount: 2310,
    currency: 'usd',
    expected: null,
    posCheckID: 'k-9',
    paymentIntentId: 'pi_9',
    payoutId: null,
    id: '1.k-9.0',
    version: '0.2310.',
    state: 'open',
    review: null,
    last4: null,
    processor: null,
    ...rest,
  };
}

/** The first page of mismatches; all open ones are in it. */
export function mismatchList(rows: readonly Mismatch[] = []) {
  const open = rows.filter(({ state }) => state === 'open');
  const amount = open.reduce((sum, row) => sum + row.amount, 0);
  return providerList(rows, {
    nextCursor: null,
    open: { count: open.length, sums: open.length > 0 ? [{ currency: 'usd', amount }] : [] },
  });
}

/** Answers a GET of /payments/v1 in the provider's own shape; `body` gets the query. */
export function provides(path: string, body: (query: URLSearchParams) => object) {
  return http.get(`*/payments/v1/${path}`, ({ request }) =>
    HttpResponse.json(body(new URL(request.url).searchParams)),
  );
}

/** Refuses a call of /payments/v1. */
export function refuses(path: string, status: number, method: 'get' | 'post' = 'get') {
  return http[method](`*/payments/v1/${path}`, () =>
    HttpResponse.json({ status, body: null, message: 'no' }, { status }),
  );
}

/** A page of the provider. */
export function providerList(
  data: readonly object[],
  rest: { has_more?: boolean; asOf?: number | null } & Record<string, unknown> = {},
) {
  return { object: 'list', url: '', has_more: false, asOf: noon, data, ...rest };
}

/** A payment of $25.00 of the till's check k-1, paid out on Nov 23. */
export function traced(rest: Partial<TracedPayment> = {}): TracedPayment {
  return {
    amount: 2500,
    paymentIntentId: 'pi_1',
    paymentIntent: payment('pi_1'),
    balanceTransaction: transaction('txn_1'),
    payout: payout('po_1'),
    processor: null,
    ...rest,
  };
}
