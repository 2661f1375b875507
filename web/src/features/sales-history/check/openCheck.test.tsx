import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CheckDetail } from '@/api';
import { checkDetail, checkItem, checkPayment } from '@/testing/data/checks';
import { pizza } from '@/testing/data/fixtures';
import { noon, provides } from '@/testing/data/payments';
import { openCheck } from '@/testing/data/reportRows';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

/** The sheet of a check of $32 with a card payment of $20. */
async function sheetOf(check: Partial<CheckDetail>) {
  server.use(
    answer('get-check-item', {
      check,
      checkItemList: [checkItem('Soup', 32)],
      paymentList: [checkPayment('Visa', 20)],
    }),
  );
  renderApp('/home/open-checks?check=demo-pizza%2Fk-1');
  const sheet = within(await screen.findByRole('dialog', { name: 'Check #k-1' }));
  await sheet.findByRole('list', { name: 'Items' });
  return sheet;
}

/** Each fact, sum and payment with its value. */
function terms(sheet: Awaited<ReturnType<typeof sheetOf>>): string[] {
  return sheet
    .getAllByRole('term')
    .map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);
}

beforeEach(() => {
  rememberSignIn();
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [{ ...pizza, businessDate: '2026-11-21' }]),
    answer('get-open-checks', { checkReportList: [], nextCursor: null }),
  );
});

const partlyPaid = { businessDate: '2026-11-20', grossPayment: 20, outOfBalance: -12 };

describe('an open check', () => {
  // Strict: the trace of its card payment would be an unannounced call.
  it('says what is paid so far, and is not out of balance', async () => {
    const sheet = await sheetOf(checkDetail('k-1', { ...openCheck('k-1'), ...partlyPaid }));
    expect(terms(sheet)).toEqual([
      'Opened 12:00 PM',
      'Table 7',
      'Covers 2',
      'Server Ana',
      'Order type Dine In',
      'Gross sales $32.00',
      'Paid so far $20.00',
      'Visa $20.00',
    ]);
    expect(sheet.getByText('Open')).toBeVisible();
    expect(sheet.queryByText('Where the card money went')).toBeNull();
  });

  it('leads from its items to their report of its date', async () => {
    const sheet = await sheetOf(checkDetail('k-1', { ...openCheck('k-1'), ...partlyPaid }));
    expect(sheet.getByRole('link', { name: 'Soup' })).toHaveAttribute(
      'href',
      '/home/daily-sales?tab=item&from=2026-11-20&to=2026-11-20&q=Soup',
    );
  });

  it('counts as closed in an answer of an earlier version', async () => {
    const { open, ...kept } = checkDetail('k-1', { grossPayment: 32, grossTips: 0 });
    const trace = { posCheckID: 'k-1', charged: 0, payments: [], asOf: noon };
    server.use(provides('checks/k-1/trace', () => trace));
    const sheet = await sheetOf(kept);
    expect(terms(sheet)).toEqual(
      expect.arrayContaining(['Opened 12:00 PM', 'Closed 12:40 PM', 'Total paid $32.00']),
    );
    expect(sheet.queryByText('Open')).toBeNull();
  });
});
