import { describe, expect, it } from 'vitest';
import { checkSummary } from '@/testing/data/reportRows';
import { checkDetail, closedAt, isCard, paidFor, salesOf, stateOf } from './checkWords';

describe('a payment type', () => {
  it.each([
    'Visa',
    'MASTERCARD',
    'Master Card',
    'American Express',
    'Amex',
    'Discover',
    'Credit Card',
    'Debit',
    'Apple Pay',
  ])('%s is a card', (type) => expect(isCard(type)).toBe(true));

  it.each(['Cash', 'Gift Card', 'Loyalty card', 'Store Credit', 'House Account', 'Check', ''])(
    '%s is none',
    (type) => expect(isCard(type)).toBe(false),
  );
});

describe('a check in the list', () => {
  it('states covers, table, employee and payment types', () => {
    expect(checkDetail(checkSummary('c1'))).toBe('2 covers · Table 7 · Ana · Visa');
    expect(checkDetail(checkSummary('c1', { grossCover: 1, paymentTypes: ['Cash', 'Gift'] }))).toBe(
      '1 cover · Table 7 · Ana · Cash, Gift',
    );
  });

  it('leaves out what is unknown', () => {
    const bare = checkSummary('c1', {
      grossCover: 0,
      table: null,
      employeeName: null,
      paymentTypes: [],
    });
    expect(checkDetail(bare)).toBe('');
  });

  it('is marked as voided before it is marked as a refund', () => {
    expect(stateOf(checkSummary('c1'))).toBeNull();
    expect(stateOf(checkSummary('c1', { refundOf: 'c0' }))).toBe('refund');
    expect(stateOf(checkSummary('c1', { refundOf: 'c0', voided: true }))).toBe('voided');
  });

  it('is marked as open until it is closed', () => {
    expect(stateOf(checkSummary('c1', { open: true }))).toBe('open');
    const { open, ...kept } = checkSummary('c1');
    expect(stateOf(kept)).toBeNull();
  });

  it('shows the wall time of its location', () => {
    expect(closedAt(checkSummary('c1', { closeTime: '2026-11-22T01:05:00' }))).toBe('1:05 AM');
  });
});

describe('the amount of a row', () => {
  const amounts = { grossSales: 16.75, grossPayment: 21.42, voided: false };

  it('is what the guest paid, with the sales beside it', () => {
    expect([paidFor(amounts), salesOf(amounts)]).toEqual([21.42, 'Sales $16.75']);
  });

  it('is the sales of a voided check', () => {
    const voided = { ...amounts, grossPayment: 0, voided: true };
    expect([paidFor(voided), salesOf(voided)]).toEqual([16.75, undefined]);
  });
});
