import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CheckDetail, CheckItem } from '@/api';
import { write } from '@/lib/storage/storage';
import { checkDetail, checkItem } from '@/testing/data/checks';
import { pizza } from '@/testing/data/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

/** The exceptions on the sheet of a check, and the list itself. */
async function shown(check: Partial<CheckDetail>, checkItemList: CheckItem[] = []) {
  server.use(answer('get-check-item', { check, checkItemList, paymentList: [] }));
  renderApp('/home/sales-history?check=demo-pizza%2Fk-1');
  const sheet = within(await screen.findByRole('dialog', { name: 'Check #k-1' }));
  const sums = await sheet.findByText('Gross sales');
  const list = sheet.queryByRole('list', { name: 'Exceptions' });
  const lines = list === null ? [] : within(list).getAllByRole('listitem');
  return { list, sums, texts: lines.map(({ textContent }) => textContent) };
}

const differ = (rest: Partial<CheckDetail>) =>
  checkDetail('k-1', { exceptions: ['discountsDiffer'], ...rest });

const named = (amount: number) => ({
  name: 'Loyal',
  kind: 'promotion',
  amount,
  reason: null,
  approvedBy: null,
});

beforeEach(() => {
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [{ ...pizza, businessDate: '2026-11-21' }]),
    answer('get-inside-sales', { checkReportList: [], nextCursor: null }),
  );
});

describe('the sheet of a check', () => {
  it('says its exceptions above its sums, and what to do', async () => {
    const exceptions = ['outOfBalance', 'taxIncluded', 'otherDate'];
    const closed = { businessDate: '2026-11-15', closeTime: '2026-11-21T12:40:00' };
    const { list, sums, texts } = await shown(
      checkDetail('k-1', { outOfBalance: 88.2, exceptions, ...closed }),
      [checkItem('Soup', 9), checkItem('House red', 9, { discount: 9, taxIncluded: true })],
    );
    expect(texts).toEqual([
      'Paid $88.20 more than due Check the payments in the POS and send the check again.',
      'Tax inside a price The tax rate of House red is unknown: correct its price in the POS and send the check again.',
      'Counts on another date Closed Nov 21, 2026, counts on Nov 15, 2026: correct the date in the POS and send the check again.',
    ]);
    expect(list?.compareDocumentPosition(sums)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('states the discounts of the check that differ', async () => {
    const items = [
      checkItem('Soup', 9, { discount: 1 }),
      checkItem('Beer', 5, { discount: 2, voided: true }),
      checkItem('Gift card', 25, { discount: 5, deferred: true }),
    ];
    const { texts } = await shown(differ({ grossDiscounts: 4, discounts: [named(2)] }), items);
    expect(texts).toEqual([
      'Discounts do not add up The POS names discounts of $2.00, the check has $3.00.',
    ]);
  });

  it('states the discounts of an item that differ', async () => {
    const items = [checkItem('Soup', 9, { discount: 9, discounts: [named(8)] })];
    const { texts } = await shown(differ({ grossDiscounts: 12, discounts: [named(3)] }), items);
    expect(texts).toEqual([
      'Discounts do not add up The POS names discounts of $8.00 for Soup, its line has $9.00.',
    ]);
  });

  it('says where to look if no amounts are at hand', async () => {
    const { texts } = await shown(differ({ exceptions: ['discountsDiffer', 'taxIncluded', 'x'] }));
    expect(texts).toEqual([
      'Discounts do not add up Check the discounts in the POS and send the check again.',
      'Tax inside a price Correct the tax in the POS and send the check again.',
      'Needs a second look Look at the check in the POS and send it again.',
    ]);
  });

  it('lists no exceptions if everything adds up', async () => {
    const { list } = await shown(checkDetail('k-1'));
    expect(list).toBeNull();
  });

  it('draws a check of an earlier version without exceptions', async () => {
    const { exceptions, ...kept } = checkDetail('k-1', { outOfBalance: 1.5 });
    const { list } = await shown(kept);
    expect(list).toBeNull();
    expect(screen.getByText('Out of balance')).toBeVisible();
  });
});
