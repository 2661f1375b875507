import { describe, expect, it } from 'vitest';
import { formatCents } from '@/lib/money';
import { charge, noon, payment, payout, transaction } from '@/testing/data/payments';
import { asOfText, isOld } from './asOfWords';
import {
  amountOf,
  badgeOf,
  cardOf,
  descriptionOf,
  detailOf,
  messageOf,
  movesOf,
} from './paymentWords';
import { addsUp, payoutBadgeOf, payoutMessageOf, transactionName } from './payoutWords';

const inState = (state: string, failure: string | null = null) =>
  payment('pi_1', {
    saffron: { state, failure, badge: 'from the service', message: 'from the service' },
    latest_charge: charge({ amount_refunded: 1250 }),
  });

describe('a payment', () => {
  it.each([
    ['PAYMENT_SUCCESS', 'Succeeded', 'This payment is complete.'],
    ['PARTIAL_REFUND', 'Partial Refund', '$12.50 refund was initiated.'],
    ['COMPLETE_REFUNDED', 'Refunded', 'This refund has been initiated.'],
    ['PAYMENT_CANCELLED', 'Canceled', 'This payment was cancelled.'],
    ['PAYMENT_UNCAPTURED', 'Uncaptured', 'The payment method was not captured.'],
    ['PAYMENT_INCOMPLETE', 'Incomplete', 'The customer has not completed the payment.'],
    [
      'PAYMENT_INCOMPLETE_METHOD',
      'Incomplete',
      'The customer has not entered their payment method.',
    ],
    ['PAYMENT_FAILED', 'Failed', 'The transaction was failed.'],
    ['PAYMENT_UNIDENTIFIED', 'Unidentified', 'The status of this payment is unknown.'],
    ['A_STATE_OF_NEXT_YEAR', 'Unidentified', 'The status of this payment is unknown.'],
    ['toString', 'Unidentified', 'The status of this payment is unknown.'],
  ])('in the state %s is %s', (state, label, message) => {
    expect(badgeOf(inState(state)).label).toBe(label);
    expect(messageOf(inState(state))).toBe(message);
  });

  it.each([
    ['requires_capture', 'PAYMENT_UNCAPTURED', 'Uncaptured', 'caution'],
    ['processing', 'PAYMENT_UNIDENTIFIED', 'Processing', 'caution'],
    ['succeeded', 'PAYMENT_SUCCESS', 'Succeeded', 'success'],
    ['canceled', 'PAYMENT_CANCELLED', 'Canceled', 'info'],
    ['failed', 'PAYMENT_UNIDENTIFIED', 'Failed', 'danger'],
    ['next_year', 'PAYMENT_UNIDENTIFIED', 'Unidentified', 'info'],
  ])('with the status %s has a word and a colour', (status, state, label, kind) => {
    expect(badgeOf(payment('pi_1', { status, saffron: { state } }))).toEqual({ kind, label });
  });

  it('explains the statuses that the service does not name', () => {
    const of = (status: string) =>
      messageOf(payment('pi_1', { status, saffron: { state: 'PAYMENT_UNIDENTIFIED' } }));
    expect(of('processing')).toBe('This payment is still being processed.');
    expect(of('failed')).toBe('The transaction was failed.');
    expect(of('next_year')).toBe('The status of this payment is unknown.');
  });

  it.each([
    ['amount_too_large', 'The transaction amount was too large.'],
    ['amount_too_small', 'The transaction amount was too small.'],
    ['api_key_expired', 'Your key was expired.'],
    ['balance_insufficient', 'The card has no sufficient balance.'],
    ['card_decline_rate_limit_exceeded', 'The card was declined too many times.'],
    ['card_declined', 'The card was declined'],
    ['charge_already_captured', 'The payment was already captured.'],
    ['charge_already_refunded', 'The payment was already refunded.'],
    ['expired_card', 'The card was expired.'],
    ['incorrect_number', 'The card number was incorrect'],
    ['insufficient_funds', 'The card has no sufficient balance.'],
    ['a_code_of_next_year', 'The transaction was failed.'],
    ['constructor', 'The transaction was failed.'],
  ])('that failed with %s states the reason', (code, message) => {
    expect(messageOf(inState('PAYMENT_FAILED', code))).toBe(message);
  });

  it('names its card, also one of a brand that is new', () => {
    expect(cardOf(payment('pi_1'))).toBe('Visa ending in 4242');
    const card = { brand: 'next', funding: null, last4: '1881' };
    const method = { type: 'card_present', card_present: card };
    const other = payment('pi_1', {
      saffron: { last4: '1881' },
      latest_charge: charge({ payment_method_details: method }),
    });
    expect(cardOf(other)).toBe('Card ending in 1881');
    expect(cardOf(payment('pi_1', { saffron: { last4: null } }))).toBeNull();
  });

  it('is described by its card, check and description', () => {
    expect(detailOf(payment('pi_1', { description: 'Table 7' }))).toBe(
      'Visa 4242 · #k-1 · Table 7',
    );
    const repeated = payment('pi_1', { description: 'Check k-1' });
    expect(detailOf(repeated)).toBe('Visa 4242 · #k-1');
    expect(descriptionOf(repeated)).toBeNull();
    const amex = charge({
      payment_method_details: {
        type: 'card',
        card: { brand: 'amex', funding: 'credit', last4: '0005' },
      },
    });
    const held = { last4: '0005', posCheckID: null };
    expect(detailOf(payment('pi_1', { latest_charge: amex, saffron: held }))).toBe('Amex 0005');
    expect(detailOf(payment('pi_1', { saffron: { last4: null, posCheckID: null } }))).toBe(
      'No card',
    );
  });

  it('has the taken amount, else the amount to be taken', () => {
    expect(amountOf(payment('pi_1', { amount: 3000, amount_received: 2500 }))).toBe(2500);
    expect(amountOf(payment('pi_1', { amount: 3000, amount_received: 0 }))).toBe(3000);
  });

  it('adds up from the charge to the net amount', () => {
    const more = { refunds: [], disputes: [], payout: null, asOf: null };
    const detail = { ...inState('PARTIAL_REFUND'), ...more };
    const net = 2500 - 1250 - 73;
    const saffron = { ...detail.saffron, net, feeIsEstimate: true };
    const moves = movesOf({ ...detail, saffron });
    expect(moves).toEqual([
      { label: 'Charged', minor: 2500, currency: 'usd' },
      { label: 'Refunded', minor: -1250, currency: 'usd' },
      { label: 'Fee (estimated)', minor: -73, currency: 'usd' },
      { label: 'Net', minor: net, currency: 'usd' },
    ]);
    const none = { ...saffron, fee: null, net: null };
    expect(movesOf({ ...detail, amount_received: 0, saffron: none })).toEqual([]);
    const euros = payment('pi_1', { currency: 'eur', saffron: { fee: 80, net: 2600 } });
    expect(movesOf(euros)).toEqual([
      { label: 'Charged', minor: 2500, currency: 'eur' },
      { label: 'Fee', minor: -80, currency: 'usd' },
      { label: 'Net', minor: 2600, currency: 'usd', note: 'converted by Stripe' },
    ]);
  });
});

describe('a payment of another processor', () => {
  const unknown = {
    processor: 'Square',
    fee: null,
    feeCurrency: null,
    net: null,
    netCurrency: null,
  };

  it('has neither fee nor net amount while its fee is unknown', () => {
    const one = payment('square-1', {
      latest_charge: charge({ amount_refunded: 500 }),
      saffron: unknown,
    });
    expect(movesOf(one)).toEqual([
      { label: 'Charged', minor: 2500, currency: 'usd' },
      { label: 'Refunded', minor: -500, currency: 'usd' },
      { label: 'Fee', minor: null, currency: 'usd' },
      { label: 'Net', minor: null, currency: 'usd' },
    ]);
    expect(movesOf(payment('square-1', { amount_received: 0, saffron: unknown }))).toEqual([]);
  });

  it('is converted by that processor', () => {
    const saffron = { processor: 'Square', fee: 80, net: 2600 };
    expect(movesOf(payment('square-1', { currency: 'eur', saffron })).at(-1)?.note).toBe(
      'converted by Square',
    );
  });

  it('is described without digits of a card that was not sent', () => {
    const saffron = { processor: 'Square', last4: null };
    const noCard = charge({ payment_method_details: null });
    const visa = charge({
      payment_method_details: {
        type: 'card',
        card: { brand: 'VISA', funding: null, last4: null },
      },
    });
    expect(detailOf(payment('square-1', { latest_charge: noCard, saffron }))).toBe('Card · #k-1');
    expect(detailOf(payment('square-1', { latest_charge: visa, saffron }))).toBe('Visa · #k-1');
  });

  it('is named in a list that has others', () => {
    const one = payment('square-1', { saffron: { processor: 'Square' } });
    expect(detailOf(one, 'Stripe')).toBe('Visa 4242 · #k-1 · Square');
    expect(detailOf(one, 'Square')).toBe('Visa 4242 · #k-1');
  });

  it.each([
    ['failed', 'PAYMENT_FAILED', 'Failed', 'The transaction was failed.'],
    ['processing', 'PAYMENT_UNIDENTIFIED', 'Processing', 'This payment is still being processed.'],
  ])('with the status %s has a word', (status, state, label, message) => {
    const saffron = { ...unknown, state, failure: 'GENERIC_DECLINE' };
    const one = payment('square-1', { status, amount_received: 0, saffron });
    expect(badgeOf(one).label).toBe(label);
    expect(messageOf(one)).toBe(message);
  });
});

describe('a disputed payment', () => {
  const one = payment('pi_1');
  const taken = transaction('txn_1', { amount: -2500, fee: 1500, net: -4000 });
  const back = transaction('txn_2', { amount: 2500, fee: 0, net: 2500 });
  const dispute = {
    id: 'dp_1',
    object: 'dispute',
    amount: 2500,
    charge: 'ch_1',
    created: noon,
    currency: 'usd',
    evidence_details: null,
    is_charge_refundable: false,
    livemode: false,
    payment_intent: 'pi_1',
    reason: 'fraudulent',
    status: 'under_review',
  };

  it("adds up with the dispute's amount", () => {
    const rows = [
      { label: 'Charged', minor: 2500, currency: 'usd' },
      { label: 'Fee', minor: -73, currency: 'usd' },
      { label: 'Dispute', minor: -2500, currency: 'usd' },
      { label: 'Dispute fee', minor: -1500, currency: 'usd' },
      { label: 'Net', minor: 2427 - 4000, currency: 'usd' },
    ];
    expect(movesOf({ ...one, disputes: [{ ...dispute, balance_transactions: [taken] }] })).toEqual(
      rows,
    );
    // After it is lost, the service counts it.
    const lost = { ...dispute, status: 'lost', balance_transactions: [taken] };
    const saffron = { ...one.saffron, net: 2427 - 4000 };
    expect(movesOf({ ...one, saffron, disputes: [lost] })).toEqual(rows);
  });

  it('adds up with several disputes', () => {
    const lost = { ...dispute, status: 'lost', balance_transactions: [taken] };
    const open = { ...dispute, id: 'dp_2', balance_transactions: [back] };
    const saffron = { ...one.saffron, net: 2427 - 4000 };
    expect(movesOf({ ...one, saffron, disputes: [open, lost] }).slice(2)).toEqual([
      { label: 'Dispute fee', minor: -1500, currency: 'usd' },
      { label: 'Net', minor: 2427 - 1500, currency: 'usd' },
    ]);
  });

  it('adds no other currency to the net amount', () => {
    const euros = transaction('txn_3', { amount: -2300, fee: 1500, currency: 'eur' });
    const moves = { ...dispute, balance_transactions: [taken, euros] };
    expect(movesOf({ ...one, disputes: [moves] }).slice(2)).toEqual([
      { label: 'Dispute', minor: -2500, currency: 'usd' },
      { label: 'Dispute fee', minor: -1500, currency: 'usd' },
      { label: 'Dispute', minor: -2300, currency: 'eur' },
      { label: 'Dispute fee', minor: -1500, currency: 'eur' },
      {
        label: 'Net',
        minor: 2427 - 4000,
        currency: 'usd',
        note: 'without amounts in other currencies',
      },
    ]);
  });

  it('that was won returns the money without the fee', () => {
    const won = { ...dispute, status: 'won', balance_transactions: [taken, back] };
    const saffron = { ...one.saffron, net: 927 };
    expect(movesOf({ ...one, saffron, disputes: [won] }).map(({ minor }) => minor)).toEqual([
      2500, -73, -1500, 927,
    ]);
  });
});

describe('a payout', () => {
  it.each([
    ['PAYOUT_PAID', 'Paid', 'This payout was paid.'],
    ['PAYOUT_PENDING', 'Pending', 'This payout is in pending.'],
    ['PAYOUT_INTRANSIT', 'Intransit', 'This payout is in progress.'],
    ['PAYOUT_CANCELLED', 'Canceled', 'This payout was cancelled.'],
    ['PAYOUT_FAILED', 'Failed', 'This payout failed.'],
    ['PAYOUT_UNIDENTIFIED', 'Unidentified', 'The status of this payout is unknown.'],
    ['A_STATE_OF_NEXT_YEAR', 'Unidentified', 'The status of this payout is unknown.'],
  ])('in the state %s is %s', (state, label, message) => {
    const one = payout('po_1', { saffron: { state, message: 'from the service' } });
    expect(payoutBadgeOf(one).label).toBe(label);
    expect(payoutMessageOf(one)).toBe(message);
  });

  it.each([
    ['account_closed', 'The bank account has been closed.'],
    ['could_not_process', 'The bank could not process this payout.'],
    ['declined', 'The bank has declined this transfer. Please contact the bank before retrying.'],
    ['insufficient_funds', 'Your Stripe balance is too low for this payout.'],
    [
      'invalid_account_number',
      'The routing number seems correct, but the account number is invalid.',
    ],
    [
      'no_account',
      'The bank account details on file are probably incorrect. No bank account could be located with those details.',
    ],
    ['unsupported_card', 'The bank no longer supports payouts to this card.'],
    ['a_code_of_next_year', 'This payout failed.'],
  ])('that failed with %s states the reason', (failure, message) => {
    const one = payout('po_1', { saffron: { state: 'PAYOUT_FAILED', failure } });
    expect(payoutMessageOf(one)).toBe(message);
  });

  it('adds up to the cent, or does not', () => {
    const sums = { count: 4, amount: 10_000, fee: 300, net: 9700 };
    expect(addsUp({ amount: 9700 }, sums)).toBe(true);
    expect(addsUp({ amount: 9701 }, sums)).toBe(false);
    expect(addsUp({ amount: 9700 }, { ...sums, fee: 299 })).toBe(false);
  });

  it('names its transactions', () => {
    expect(transactionName(transaction('t'))).toBe('Payment');
    expect(transactionName(transaction('t', { type: 'refund' }))).toBe('Refund');
    const disputed = { type: 'adjustment', reporting_category: 'dispute' };
    expect(transactionName(transaction('t', disputed))).toBe('Dispute');
    expect(transactionName(transaction('t', { type: 'next_year' }))).toBe('Next year');
  });
});

describe('as of', () => {
  const later = (seconds: number) => new Date((noon + seconds) * 1000);

  it('is old after fifteen minutes', () => {
    expect(isOld(noon, later(900))).toBe(false);
    expect(isOld(noon, later(901))).toBe(true);
  });

  it('states the time, and the day if it is another', () => {
    expect(asOfText(noon, later(60))).toMatch(/^As of \d{1,2}:04 [AP]M$/);
    expect(asOfText(noon, later(2 * 86_400))).toMatch(/^As of Nov 2[12], 2026, \d{1,2}:04 [AP]M$/);
  });

  it('cents are shown as dollars', () => {
    expect([0, 5, -1, 123_456].map(formatCents)).toEqual(['$0.00', '$0.05', '-$0.01', '$1,234.56']);
  });
});
