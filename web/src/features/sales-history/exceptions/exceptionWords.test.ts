import { describe, expect, it } from 'vitest';
import { checkSummary } from '@/testing/data/reportRows';
import { exceptionsOf } from './exceptionWords';

const texts = (check: Parameters<typeof exceptionsOf>[0]) =>
  exceptionsOf(check).map(({ text }) => text);

const unbalanced = (outOfBalance: number, refundOf: string | null = null) =>
  texts(checkSummary('c-1', { outOfBalance, exceptions: ['outOfBalance'], refundOf }));

describe('the exceptions of a check', () => {
  it('state the amount where payments are not what was due', () => {
    expect(unbalanced(88.2)).toEqual(['Paid $88.20 more than due']);
    expect(unbalanced(-1234.5)).toEqual(['Paid $1,234.50 less than due']);
  });

  it('turn the sides of a refund round', () => {
    expect(unbalanced(-5, 'c-0')).toEqual(['Refunded $5.00 more than due']);
    expect(unbalanced(5, 'c-0')).toEqual(['Refunded $5.00 less than due']);
  });

  it('are said in the order of the answer', () => {
    const exceptions = ['discountsDiffer', 'taxIncluded', 'otherDate'];
    expect(texts(checkSummary('c-1', { exceptions }))).toEqual([
      'Discounts do not add up',
      'Tax inside a price',
      'Counts on another date',
    ]);
  });

  it('need a second look if their kind is unknown', () => {
    expect(texts(checkSummary('c-1', { exceptions: ['later'] }))).toEqual(['Needs a second look']);
  });

  it('wait until an open check is closed', () => {
    const open = { open: true, outOfBalance: -12, exceptions: ['outOfBalance'] };
    expect(texts(checkSummary('c-1', open))).toEqual([]);
  });

  it('are none in an answer of an earlier version', () => {
    const { exceptions, outOfBalance, open, ...kept } = checkSummary('c-1');
    expect(texts(kept)).toEqual([]);
  });
});
