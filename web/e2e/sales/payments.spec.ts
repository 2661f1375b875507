import type { Page } from '@playwright/test';
import type { BalanceTransaction, CheckTrace, PaymentIntentDetail, Payout } from '../../src/api';
import {
  chooseLocation,
  holdPayment,
  location,
  type Provided,
  read,
  somePayment,
} from '../fixtures/payments';
import { call, expect, scrollsSideways, signIn, test } from '../fixtures/test';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const shown = (cents: number) => dollars.format(cents / 100);

const payments = (page: Page) =>
  page.getByRole('list', { name: 'Card payments' }).getByRole('button');
const payouts = (page: Page) => page.getByRole('list', { name: 'Payouts' }).getByRole('button');

async function openPayment(page: Page, { id }: { id: string }): Promise<void> {
  await page.goto(`/stripe-transactions?payment=${id}`);
  await expect(page.getByText('Payment ID')).toBeVisible();
}

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await chooseLocation(page);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('the screens of money are axe-clean and fit a phone', async ({ page, axe }) => {
      const look = async () => {
        await axe();
        expect(await scrollsSideways(page)).toBe(false);
      };
      await page.goto('/stripe-transactions');
      await expect(payments(page).first()).toBeVisible();
      await look();
      await payments(page).first().click();
      await expect(page.getByText('Payment ID')).toBeVisible();
      await look();
      await page.goto('/stripe-payouts');
      await expect(payouts(page).first()).toBeVisible();
      await look();
      await payouts(page).first().click();
      await expect(page.getByText('Payout ID')).toBeVisible();
      await expect(page.getByLabel('Loading')).toHaveCount(0);
      await look();
      await page.goto('/stripe-transactions');
      await payments(page)
        .filter({ hasText: /Succeeded.* · #/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('link', { name: /^#/ }).click();
      await expect(page.getByRole('list', { name: 'Where the card money went' })).toBeVisible();
      await look();
      await page.goto('/payout');
      await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
      await look();
    });
  });
}

test('scrolling loads more payments under their days', async ({ page }) => {
  const pages: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/payments/v1/payment_intents') pages.push(url.search);
  });
  await page.goto('/stripe-transactions');
  await expect(payments(page).first()).toBeVisible();
  expect(new URLSearchParams(pages[0]).get('limit')).toBe('150');
  await expect(page.getByText(/^As of /)).toBeVisible();
  const end = page.getByRole('button', { name: 'Show earlier days' });
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    await expect(end).toBeInViewport({ timeout: 500 });
  }).toPass();
  await end.click();
  await expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}/);
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    expect(pages.some((search) => search.includes('starting_after'))).toBe(true);
  }).toPass();
});

test('a payment leads to its check and payout, and adds up', async ({ page }) => {
  const paid = await somePayment(
    page,
    ({ created, saffron }) =>
      saffron.state === 'PAYMENT_SUCCESS' &&
      saffron.posCheckID !== null &&
      // Long enough ago to be paid out.
      created < Date.now() / 1000 - 7 * 86_400,
  );
  const detail = await read<PaymentIntentDetail>(page, `payment_intents/${paid.id}`);
  const payout = detail.payout as Payout;
  const { amount_received: received, saffron } = detail;
  expect(received - (saffron.fee ?? 0)).toBe(saffron.net);

  await openPayment(page, paid);
  const sheet = page.getByRole('dialog', { name: 'Payment' });
  await expect(sheet).toContainText('Succeeded');
  await expect(sheet).toContainText(shown(received));
  await expect(sheet).toContainText(shown(-(saffron.fee ?? 0)));
  await expect(sheet).toContainText(shown(saffron.net ?? 0));
  await sheet.getByRole('link', { name: `#${saffron.posCheckID}` }).click();
  await expect(page.getByRole('dialog', { name: `Check #${saffron.posCheckID}` })).toBeVisible();

  await openPayment(page, paid);
  await sheet.getByRole('link', { name: /^Payout of/ }).click();
  const contents = page.getByRole('dialog', { name: 'Payout' });
  await expect(contents).toContainText(shown(payout.amount));
  await expect(contents.getByText('Matches its transactions', { exact: true })).toBeVisible();
  const { sums } = await read<Provided<unknown>>(page, `payouts/${payout.id}/transactions`, {
    limit: '1',
  });
  await expect(contents).toContainText(
    `Gross${shown(sums.amount)}Fees${shown(-sums.fee)}Net${shown(sums.net)}`,
  );
});

test('a check shows its card money, and leads there and back', async ({ page }) => {
  const paid = await somePayment(
    page,
    ({ created, saffron }, _, others) =>
      saffron.state === 'PAYMENT_SUCCESS' &&
      saffron.posCheckID !== null &&
      others.filter((other) => other.saffron.posCheckID === saffron.posCheckID).length === 1 &&
      created < Date.now() / 1000 - 7 * 86_400,
  );
  const check = String(paid.saffron.posCheckID);
  const answer = await read<CheckTrace>(page, `checks/${encodeURIComponent(check)}/trace`);
  const traced = answer.payments.find(({ paymentIntentId }) => paymentIntentId === paid.id);
  const payout = traced?.payout as Payout;

  await openPayment(page, paid);
  const payment = page.getByRole('dialog', { name: 'Payment' });
  await payment.getByRole('link', { name: `#${check}` }).click();
  const sheet = page.getByRole('dialog', { name: `Check #${check}` });
  const trace = sheet.getByRole('list', { name: 'Where the card money went' });
  await expect(trace).toContainText(`Charged${shown(paid.amount_received)}`);
  await expect(trace).toContainText(`Fee${shown(-(paid.saffron.fee ?? 0))}`);
  await expect(trace).toContainText(`Net${shown(paid.saffron.net ?? 0)}`);
  await expect(trace).toContainText(`In a payout of ${shown(payout.amount)} Paid`);

  await trace.getByRole('link', { name: /ending in/ }).click();
  await expect(page).toHaveURL(new RegExp(`/stripe-transactions\\?.*payment=${paid.id}`));
  await expect(payment.getByText('Payment ID')).toBeVisible();
  await page.goBack();
  await trace.getByRole('link', { name: /^In a payout of/ }).click();
  const contents = page.getByRole('dialog', { name: 'Payout' });
  await expect(contents).toContainText(shown(payout.amount));

  const { data } = await read<Provided<BalanceTransaction>>(
    page,
    `payouts/${payout.id}/transactions`,
    { limit: '100' },
  );
  const at = data.findIndex(({ id }) => id === traced?.balanceTransaction?.id);
  const row = contents.getByRole('list', { name: 'Transactions' }).getByRole('listitem').nth(at);
  await row.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`payment=${paid.id}`));
  await expect(payment).toContainText(`#${check}`);
  await page.goBack();
  await expect(contents).toContainText(shown(payout.amount));
});

test('a refunded payment shows its refund', async ({ page }) => {
  const refunded = await somePayment(page, ({ saffron }) => saffron.state === 'PARTIAL_REFUND');
  const back = refunded.latest_charge?.amount_refunded ?? 0;
  await openPayment(page, refunded);
  const sheet = page.getByRole('dialog', { name: 'Payment' });
  await expect(sheet.getByText(`${shown(back)} refund was initiated.`)).toBeVisible();
  await expect(sheet.getByRole('list', { name: 'Refunds' }).getByRole('listitem')).not.toHaveCount(
    0,
  );
});

test('a held payment is captured once, after a question', async ({ page }) => {
  const held = await holdPayment(page, 2500);
  await openPayment(page, held);
  const sheet = page.getByRole('dialog', { name: 'Payment' });
  await sheet.getByRole('button', { name: 'Capture', exact: true }).click();
  const question = page.getByRole('dialog', {
    name: `Capture ${shown(held.amount_capturable)}`,
  });
  await question.getByRole('button', { name: 'Capture', exact: true }).dblclick();
  await expect(page.getByText('Payment captured.')).toBeVisible();
  await expect(sheet.getByText('This payment is complete.')).toBeVisible();
  const now = await read<PaymentIntentDetail>(page, `payment_intents/${held.id}`);
  expect(now.amount_received).toBe(held.amount_capturable);
});

test('the weeks of online orders are those of the API', async ({ page }) => {
  interface Week {
    amount: number;
    orders: number;
  }
  const body = { posID: location };
  const week = await call<Week>(page, 'get-onlineorder-currentweek-payout', body);
  const { payoutHistoryList } = await call<{ payoutHistoryList: Week[] }>(
    page,
    'get-onlineorder-payout-history',
    { ...body, limit: 5 },
  );
  await page.goto('/payout');
  if (week.orders > 0) {
    // Orders arrive during the test.
    await expect(page.getByRole('region', { name: 'This week' })).toContainText(
      'paid on Wednesday',
    );
  }
  const rows = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  for (const [index, { amount }] of payoutHistoryList.entries()) {
    await expect(rows.nth(index)).toContainText(dollars.format(amount));
  }
});
