import { chooseLocation, newLocation, newPerson } from '../fixtures/people';
import { expect, scrollsSideways, test } from '../fixtures/test';

test('money of another processor is followed from the check to the bank', async ({
  page,
  request,
  axe,
}) => {
  await newPerson(page, request, 'Square');
  const till = await newLocation(page, request, `square-${Date.now().toString(36)}`, 'Square Cafe');
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const of = { processor: 'Square', revision: 1 };
  await till.sendAll([
    {
      id: 'c1',
      type: 'check.closed',
      data: {
        posCheckID: 'c1',
        revision: 1,
        closeTime: ago(50),
        items: [{ posItemID: 'i1', name: 'Soup', amount: 40 }],
        payments: [
          { type: 'Visa', amount: 40, tip: 4.5, processor: 'Square', paymentID: '8836', fee: 1.2 },
        ],
      },
    },
    {
      id: 'p1',
      type: 'payment.recorded',
      data: {
        ...of,
        paymentID: '8836',
        created: ago(51),
        status: 'succeeded',
        amount: 4450,
        fee: 120,
        card: { brand: 'visa', last4: '4242' },
      },
    },
    {
      id: 'o1',
      type: 'payout.recorded',
      data: {
        ...of,
        payoutID: '77',
        created: ago(40),
        status: 'paid',
        amount: 4280,
        entries: [
          { entryID: '1', kind: 'CHARGE', amount: 4450, fee: 120, paymentID: '8836' },
          { entryID: '2', kind: 'SQUARE_CAPITAL_PAYMENT', amount: -50 },
        ],
      },
    },
    {
      id: 'd1',
      type: 'dispute.recorded',
      data: {
        ...of,
        disputeID: '9',
        paymentID: '8836',
        created: ago(30),
        status: 'needs_response',
        amount: 4450,
        due: new Date(Date.now() + 9 * 86_400_000).toISOString(),
      },
    },
  ]);
  await chooseLocation(page, till.posID);
  await page.goto('/stripe-transactions');
  const row = page.getByRole('button', { name: /\$44\.50/ }).first();
  await expect(row).toBeVisible();
  await axe();
  await row.click();
  const payment = page.getByRole('dialog').last();
  await expect(payment.getByText(/^Square/)).toBeVisible();
  await expect(payment.getByText('$43.30')).toBeVisible();
  await expect(payment.getByText(/Respond in Square by/)).toBeVisible();
  await expect(payment.getByText('#c1')).toBeVisible();
  await axe();
  expect(await scrollsSideways(page)).toBe(false);
  await page.goto('/stripe-payouts');
  await page
    .getByRole('button', { name: /\$42\.80/ })
    .first()
    .click();
  const payout = page.getByRole('dialog').last();
  await expect(payout.getByText('Square capital payment')).toBeVisible();
  await axe();
  expect(await scrollsSideways(page)).toBe(false);
});
