import { describe, expect, it } from 'vitest';
import {
  dailySalesPath,
  openChecksPath,
  payoutsPath,
  pushPath,
  salesHistoryPath,
  spanFrom,
  subjectPath,
  transactionsPath,
} from '.';

describe('addresses', () => {
  it('carry dates without a time, and the words', () => {
    expect(
      salesHistoryPath({ from: '2026-11-15T00:00:00', to: '2026-11-21T23:59:59', q: 'Ana & Ben' }),
    ).toBe('/home/sales-history?from=2026-11-15&to=2026-11-21&q=Ana+%26+Ben');
    expect(dailySalesPath({ tab: 'item', q: 'Soup' })).toBe('/home/daily-sales?tab=item&q=Soup');
  });

  it('leave out missing parts', () => {
    expect(salesHistoryPath()).toBe('/home/sales-history');
    expect(salesHistoryPath({ posID: 'a', q: '' })).toBe('/home/sales-history?posID=a');
    expect(openChecksPath()).toBe('/home/open-checks');
    expect(openChecksPath({ posID: 'a' })).toBe('/home/open-checks?posID=a');
  });

  it('lead to a check, a payment and a payout', () => {
    expect(salesHistoryPath({ from: '2026-11-15', check: 'a/k-1' })).toBe(
      '/home/sales-history?from=2026-11-15&check=a%2Fk-1',
    );
    expect(transactionsPath({ payment: 'pi_1' })).toBe('/stripe-transactions?payment=pi_1');
    expect(payoutsPath({ payout: 'po_1', at: 7 })).toBe('/stripe-payouts?payout=po_1&at=7');
  });

  it('narrow checks to those with exceptions', () => {
    expect(salesHistoryPath({ from: '2026-11-15', posID: 'a', exceptions: true })).toBe(
      '/home/sales-history?from=2026-11-15&exceptions=1&posID=a',
    );
  });

  it('are read back, without invalid dates', () => {
    const read = (query: string) => spanFrom(new URLSearchParams(query));
    expect(read('from=2026-11-15&to=2026-11-21&q=Ana+%26+Ben')).toEqual({
      from: '2026-11-15',
      to: '2026-11-21',
      q: 'Ana & Ben',
    });
    expect(read('from=2026-13-01&to=yesterday&q=+')).toEqual({});
  });
});

describe('the subject of a communication', () => {
  it.each([
    ['largeVoid', 'check', 'k-1', '/home/sales-history?posID=a&check=a%2Fk-1'],
    ['itemRanOut', 'item', 'marg', '/home/menu?posID=a&item=a%2Fmarg'],
    ['payoutFailed', 'payout', 'po_1', '/stripe-payouts?posID=a&payout=po_1'],
    ['paymentFailed', 'payment', 'pi_1', '/stripe-transactions?posID=a&payment=pi_1'],
    ['disputeOpened', 'dispute', 'dp_1', '/stripe-transactions?posID=a'],
    ['salesCountedTwice', 'import', 'i-1', '/admin-configuration/imports/i-1?posID=a'],
    ['salesDiffer', 'connection', 'n-1', '/admin-configuration/connections/n-1?posID=a'],
    ['campaignFinished', 'campaign', 'c-1', '/email-marketing/campaigns/c-1?posID=a'],
    [
      'dayClosed',
      'report',
      '2026-11-20',
      '/home/daily-sales?from=2026-11-20&to=2026-11-20&posID=a',
    ],
    [
      'laborHigh',
      'report',
      '2026-11-20',
      '/home/daily-sales?tab=labor&from=2026-11-20&to=2026-11-20&posID=a',
    ],
  ])('%s: %s', (kind, targetKind, id, path) => {
    expect(subjectPath({ posID: 'a', kind, target: { kind: targetKind, id } })).toBe(path);
  });

  it('may be missing or unknown', () => {
    expect(subjectPath({ posID: 'a', kind: null, target: null })).toBeNull();
    expect(subjectPath({ posID: 'a', kind: 'x', target: { kind: 'y', id: 'z' } })).toBeNull();
  });
});

describe('the target of a push', () => {
  const push = {
    id: 'c-1',
    posID: 'a',
    kind: 'largeVoid',
    target: { kind: 'check', id: 'k-1' },
  };

  it('is its subject, which is marked as viewed', () => {
    expect(pushPath(push)).toBe('/home/sales-history?posID=a&check=a%2Fk-1&viewed=c-1');
  });

  it('is the communication without a subject', () => {
    expect(pushPath({ ...push, target: null })).toBe('/notifications?id=c-1');
  });

  it('is the inbox for several in one, and for a test', () => {
    expect(pushPath({ ...push, kind: 'several', target: null })).toBe('/notifications');
    expect(pushPath({ ...push, posID: null, target: null, kind: 'test' })).toBe('/notifications');
  });
});
