import { describe, expect, it } from 'vitest';
import { payout, transaction } from '@/testing/data/payments';
import { payoutBadgeOf, payoutMessageOf, transactionName } from './payoutWords';

/** The provider's types of balance transactions (docs.stripe.com, balance transaction types). */
const types = [
  'adjustment',
  'advance',
  'advance_funding',
  'anticipation_repayment',
  'application_fee',
  'application_fee_refund',
  'charge',
  'climate_order_purchase',
  'climate_order_refund',
  'connect_collection_transfer',
  'contribution',
  'fee_credit_funding',
  'inbound_transfer',
  'inbound_transfer_reversal',
  'issuing_authorization_hold',
  'issuing_authorization_release',
  'issuing_dispute',
  'issuing_transaction',
  'obligation_inbound',
  'obligation_outbound',
  'obligation_payout',
  'obligation_payout_failure',
  'obligation_reversal_inbound',
  'obligation_reversal_outbound',
  'payment',
  'payment_failure_refund',
  'payment_network_reserve_hold',
  'payment_network_reserve_release',
  'payment_refund',
  'payment_reversal',
  'payment_unreconciled',
  'payout',
  'payout_cancel',
  'payout_failure',
  'payout_minimum_balance_hold',
  'payout_minimum_balance_release',
  'refund',
  'refund_failure',
  'reserve_hold',
  'reserve_release',
  'reserve_transaction',
  'reserved_funds',
  'stripe_balance_payment_debit',
  'stripe_balance_payment_debit_reversal',
  'stripe_fee',
  'stripe_fx_fee',
  'tax_fee',
  'tax_fund',
  'topup',
  'topup_reversal',
  'transfer',
  'transfer_cancel',
  'transfer_failure',
  'transfer_refund',
];

/** Square's types of payout entries (developer.squareup.com, ActivityType), and some of other processors. */
const othersTypes: [string, string][] = [
  ['adjustment', 'Adjustment'],
  ['app_fee_refund', 'App fee refund'],
  ['app_fee_revenue', 'App fee revenue'],
  ['automatic_savings', 'Automatic savings'],
  ['automatic_savings_reversed', 'Automatic savings reversed'],
  ['charge', 'Payment'],
  ['deposit_fee', 'Deposit fee'],
  ['deposit_fee_reversed', 'Deposit fee reversed'],
  ['dispute', 'Dispute'],
  ['escheatment', 'Escheatment'],
  ['fee', 'Fee'],
  ['free_processing', 'Free processing'],
  ['hold_adjustment', 'Hold adjustment'],
  ['initial_balance_change', 'Initial balance change'],
  ['money_transfer', 'Money transfer'],
  ['money_transfer_reversal', 'Money transfer reversal'],
  ['open_dispute', 'Open dispute'],
  ['other', 'Other'],
  ['other_adjustment', 'Other adjustment'],
  ['paid_service_fee', 'Paid service fee'],
  ['paid_service_fee_refund', 'Paid service fee refund'],
  ['redemption_code', 'Redemption code'],
  ['refund', 'Refund'],
  ['release_adjustment', 'Release adjustment'],
  ['reserve_hold', 'Held in reserve'],
  ['reserve_release', 'Released from reserve'],
  ['returned_payout', 'Returned payout'],
  ['square_capital_payment', 'Square capital payment'],
  ['square_capital_reversed_payment', 'Square capital reversed payment'],
  ['subscription_fee', 'Subscription fee'],
  ['subscription_fee_paid_refund', 'Subscription fee paid refund'],
  ['subscription_fee_refund', 'Subscription fee refund'],
  ['tax_on_fee', 'Tax on fee'],
  ['third_party_fee', 'Third party fee'],
  ['third_party_fee_refund', 'Third party fee refund'],
  ['payout', 'Payout'],
  ['automatic_bitcoin_conversions', 'Automatic bitcoin conversions'],
  ['credit_card_repayment', 'Credit card repayment'],
  ['local_offers_cashback', 'Local offers cashback'],
  ['local_offers_fee', 'Local offers fee'],
  ['percentage_processing_enrollment', 'Percentage processing enrollment'],
  ['hold', 'Hold'],
  ['loan_repayment', 'Loan repayment'],
];

describe('an entry of a payout', () => {
  it.each(types)('of the type %s has a name in plain words', (type) => {
    const name = transactionName(transaction('t', { type }));
    expect(name).toMatch(/^[A-Z][a-zA-Z -]+$/);
    expect(name).not.toBe('Unidentified');
  });

  it.each(othersTypes)("of another processor's type %s is %s", (type, name) => {
    const entry = transaction('t', { type, reporting_category: null });
    expect(transactionName(entry)).toBe(name);
  });

  it('of an unknown type is named by its words', () => {
    const name = (type: string) => transactionName(transaction('t', { type }));
    expect(name('type_of_next_year')).toBe('Type of next year');
    expect(name('LOAN_REPAYMENT')).toBe('Loan repayment');
    expect(name('constructor')).toBe('Constructor');
    expect(name('_')).toBe('Unidentified');
    expect(name('')).toBe('Unidentified');
  });

  it.each([
    ['adjustment', 'dispute', 'Dispute'],
    ['adjustment', 'dispute_reversal', 'Dispute'],
    ['adjustment', 'refund_failure', 'Refund returned'],
    ['refund', 'partial_capture_reversal', 'Part not captured'],
    ['refund', 'refund', 'Refund'],
  ])('of the type %s is named by its category %s', (type, reporting_category, name) => {
    expect(transactionName(transaction('t', { type, reporting_category }))).toBe(name);
  });

  it('takes a failed payment back, and returns a failed refund', () => {
    const name = (type: string) => transactionName(transaction('t', { type }));
    expect(name('payment_failure_refund')).toBe('Failed payment');
    expect(name('refund_failure')).toBe('Refund returned');
  });
});

describe('a payout below zero', () => {
  it.each([
    ['PAYOUT_PAID', 'Taken', 'This amount was taken from your bank.'],
    ['PAYOUT_PENDING', 'Pending', 'This amount will be taken from your bank.'],
    ['PAYOUT_INTRANSIT', 'Intransit', 'This amount is being taken from your bank.'],
    ['PAYOUT_CANCELLED', 'Canceled', 'This was canceled: nothing was taken from your bank.'],
    [
      'PAYOUT_FAILED',
      'Failed',
      'This amount could not be taken from your bank. Please contact Stripe.',
    ],
    ['PAYOUT_UNIDENTIFIED', 'Unidentified', 'The status of this payout is unknown.'],
  ])('in the state %s is %s', (state, label, message) => {
    const one = payout('po_1', { amount: -1250, saffron: { state } });
    expect(payoutBadgeOf(one).label).toBe(label);
    expect(payoutMessageOf(one)).toBe(message);
  });

  it.each([
    ['account_closed', 'The bank account has been closed.'],
    [
      'insufficient_funds',
      'Your bank account has too little money for this amount. Please add money to it.',
    ],
    [
      'debit_not_authorized',
      'Your bank does not let Stripe take money. Please ask your bank to allow it.',
    ],
  ])('that failed with %s states the reason', (failure, message) => {
    const one = payout('po_1', { amount: -1250, saffron: { state: 'PAYOUT_FAILED', failure } });
    expect(payoutMessageOf(one)).toBe(message);
  });
});

describe('a failed payout of another processor', () => {
  it.each([
    [9700, 'insufficient_funds', 'Your Square balance is too low for this payout.'],
    [
      -1250,
      'debit_not_authorized',
      'Your bank does not let Square take money. Please ask your bank to allow it.',
    ],
    [
      -1250,
      'a_code_of_square',
      'This amount could not be taken from your bank. Please contact Square.',
    ],
  ])('of %i with %s names it', (amount, failure, message) => {
    const saffron = { state: 'PAYOUT_FAILED', failure, processor: 'Square' };
    expect(payoutMessageOf(payout('square-1', { amount, saffron }))).toBe(message);
  });
});
