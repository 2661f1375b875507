import { describe, expect, it } from 'vitest';
import { dailySalesPath, payoutsPath, salesHistoryPath, spanFrom, transactionsPath } from '.';

describe('addresses', () => {
  it('carry dates without a time, and the words', () => {
    expect(
      salesHistoryPath({ from: '2026-11-15T00:00:00', to: '2026-11-21T23:59:59', q: 'Ana & Ben' }),
    ).toBe('/home/sales-history?from=2026-11-15&to=2026-11-21&q=Ana+%26+Ben');
    expect(dailySalesPath({ tab: 'item', q: 'Soup' })).toBe('/home/daily-sales?tab=item&q=Soup');
  });

  it('leave out what is not said', () => {
    expect(salesHistoryPath()).toBe('/home/sales-history');
    expect(salesHistoryPath({ posID: 'a', q: '' })).toBe('/home/sales-history?posID=a');
  });

  it('lead to a check, a payment and a payout', () => {
    expect(salesHistoryPath({ from: '2026-11-15', check: 'a/k-1' })).toBe(
      '/home/sales-history?from=2026-11-15&check=a%2Fk-1',
    );
    expect(transactionsPath({ payment: 'pi_1' })).toBe('/stripe-transactions?payment=pi_1');
    expect(payoutsPath({ payout: 'po_1', at: 7 })).toBe('/stripe-payouts?payout=po_1&at=7');
  });

  it('are read back, without what is no date', () => {
    const read = (query: string) => spanFrom(new URLSearchParams(query));
    expect(read('from=2026-11-15&to=2026-11-21&q=Ana+%26+Ben')).toEqual({
      from: '2026-11-15',
      to: '2026-11-21',
      q: 'Ana & Ben',
    });
    expect(read('from=2026-13-01&to=yesterday&q=+')).toEqual({});
  });
});
