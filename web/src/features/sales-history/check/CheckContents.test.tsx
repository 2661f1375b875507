import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CheckDetail, CheckItem, CheckPayment } from '@/api';
import { write } from '@/lib/storage/storage';
import { checkDetail, checkItem, checkPayment } from '@/testing/data/checks';
import { pizza } from '@/testing/data/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

/** Contents of a check; an answer of an earlier version lacks some of them. */
interface Contents {
  check: Partial<CheckDetail>;
  checkItemList?: Partial<CheckItem>[];
  paymentList?: Partial<CheckPayment>[];
}

/** The sheet of a check with these contents. */
async function open({ check, checkItemList = [], paymentList = [] }: Contents) {
  server.use(answer('get-check-item', { check, checkItemList, paymentList }));
  renderApp('/home/sales-history?check=demo-pizza%2Fk-1');
  const sheet = within(await screen.findByRole('dialog', { name: 'Check #k-1' }));
  await sheet.findByText('Total paid');
  return {
    /** Each line as the texts of its parts. */
    lines: () =>
      within(sheet.getByRole('list', { name: 'Items' }))
        .getAllByRole('listitem')
        .map((line) => [...line.querySelectorAll('[class*=detail]')].map((of) => of.textContent)),
    /** Each fact, sum and payment with its values. */
    sums: () => sheet.getAllByRole('term').map((term) => textsOf(term.parentElement)),
  };
}

function textsOf(row: Element | null): string {
  return [...(row?.children ?? [])].map((part) => part.textContent).join(' | ');
}

beforeEach(() => {
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [{ ...pizza, businessDate: '2026-11-21' }]),
    answer('get-inside-sales', { checkReportList: [], nextCursor: null }),
  );
});

const happyHour = { name: 'Happy hour', kind: 'promotion', reason: null, approvedBy: null };

describe('the lines of a check', () => {
  it('show modifiers with quantity and amount where they matter', async () => {
    const modifier = (name: string, quantity: number, amount: number) => ({
      name,
      quantity,
      amount,
      cost: null,
    });
    const { lines } = await open({
      check: checkDetail('k-1'),
      checkItemList: [
        checkItem('Margherita', 34, {
          quantity: 2,
          modifiers: [
            modifier('No basil', 2, 0),
            modifier('Extra cheese', 2, 2),
            modifier('Olives', 1, 0.5),
          ],
        }),
      ],
    });
    expect(lines()).toEqual([['No basil', 'Extra cheese $2.00', '1 × Olives $0.50']]);
  });

  it('name their discounts with reason and approver', async () => {
    const { lines } = await open({
      check: checkDetail('k-1', { grossDiscounts: 7.3 }),
      checkItemList: [
        checkItem('Soup', 18, {
          discount: 4.3,
          discounts: [
            { ...happyHour, amount: 2 },
            { name: '', kind: 'comp', amount: 2.1, reason: 'Late dish', approvedBy: 'Ana' },
          ],
        }),
        checkItem('Cola', 3, { discount: 3, reason: 'Spilled', approvedBy: 'Ben' }),
        checkItem('Tea', 3, {
          discount: 1,
          reason: 'Regular',
          discounts: [{ ...happyHour, amount: 1 }],
        }),
      ],
    });
    expect(lines()).toEqual([
      ['Happy hour -$2.00', 'Comp -$2.10 · Late dish · approved by Ana', 'Other discount -$0.20'],
      ['Discounts -$3.00 · Spilled · approved by Ben'],
      ['Happy hour -$1.00 · Regular'],
    ]);
  });

  it('say why they were voided, and who approved it', async () => {
    const { lines } = await open({
      check: checkDetail('k-1'),
      checkItemList: [
        checkItem('House red', 9, { voided: true, reason: 'Wrong wine', approvedBy: 'Ana' }),
        checkItem('Beer', 5, { voided: true, approvedBy: 'Ben', discount: 1 }),
        checkItem('Cola', 3, { voided: true }),
      ],
    });
    expect(lines()).toEqual([
      ['Wrong wine · approved by Ana'],
      ['Discounts -$1.00', 'Approved by Ben'],
      [],
    ]);
  });
});

describe('the sums of a check', () => {
  it('keep their totals above the named parts', async () => {
    const { sums } = await open({
      check: checkDetail('k-1', {
        grossSales: 32,
        grossDiscounts: 4,
        grossTax: 2.64,
        marketplaceTax: 0.5,
        grossPayment: 30.64,
        discounts: [{ ...happyHour, amount: 3, reason: 'Regular', approvedBy: 'Ana' }],
        taxes: [
          { name: 'State tax', amount: 1.64, collectedBy: 'us' },
          { name: 'City tax', amount: 1, collectedBy: 'us' },
          { name: 'Delivery tax', amount: 0.5, collectedBy: 'marketplace' },
        ],
      }),
    });
    expect(sums()).toEqual(
      expect.arrayContaining([
        'Tax by marketplaces | $0.50 · Delivery tax $0.50',
        'Gross sales | $32.00',
        'Discounts | -$4.00 | Happy hour -$3.00 · Regular · approved by Ana',
        'Tax | $2.64 | State tax $1.64 | City tax $1.00',
        'Total paid | $30.64',
      ]),
    );
  });

  it('name another processor, its fee and the id there', async () => {
    const { sums } = await open({
      check: checkDetail('k-1'),
      paymentList: [
        checkPayment('Visa', 20, { tip: 2, processor: 'Square', fee: 0.73, paymentID: '8836' }),
        checkPayment('Cash', 5),
      ],
    });
    expect(sums().slice(-2)).toEqual([
      'Visa · Square · tip $2.00 | $20.00 | Fee $0.73 | Payment ID 8836',
      'Cash | $5.00',
    ]);
  });
});

describe('the facts of a check', () => {
  it.each([true, false])('say why it was voided if it was: %s', async (voided) => {
    const { sums } = await open({
      check: checkDetail('k-1', { voided, reason: 'Guest left', approvedBy: 'Ana' }),
    });
    const reasons = ['Reason | Guest left', 'Approved by | Ana'];
    expect(sums().filter((row) => reasons.includes(row))).toEqual(voided ? reasons : []);
  });
});

it('a check that is not found may have been removed', async () => {
  server.use(answer('get-check-item', null, 404));
  renderApp('/home/sales-history?check=demo-pizza%2Fk-1');
  const sheet = within(await screen.findByRole('dialog', { name: 'Check #k-1' }));
  expect(await sheet.findByText(/Your POS may have removed it/)).toBeVisible();
  expect(sheet.queryByRole('button', { name: 'Try Again' })).toBeNull();
});

it('a check of an earlier version shows without named parts', async () => {
  const { discounts, taxes, serviceCharges, reason, approvedBy, ...check } = checkDetail('k-1', {
    grossDiscounts: 2,
    grossTax: 2.64,
    marketplaceTax: 0.5,
  });
  const item = checkItem('Soup', 18, { discount: 2 });
  const { lines, sums } = await open({
    check,
    checkItemList: [
      { ...item, discounts: undefined, modifiers: undefined, reason: undefined },
      { ...item, discounts: undefined, modifiers: undefined, voided: true },
    ] as unknown as Partial<CheckItem>[],
    paymentList: [{ type: 'Cash', amount: 34.64, tip: 6 }],
  });
  expect(lines()).toEqual([['Discounts -$2.00'], ['Discounts -$2.00']]);
  expect(sums()).toEqual(
    expect.arrayContaining([
      'Tax by marketplaces | $0.50',
      'Discounts | -$2.00',
      'Tax | $2.64',
      'Cash · tip $6.00 | $34.64',
    ]),
  );
});
