import type { Locator, Page } from '@playwright/test';
import { chooseLocation, newLocation, newPerson } from '../fixtures/people';
import { newRestaurant } from '../fixtures/restaurant';
import { businessDate } from '../fixtures/servers/till';
import { call, expect, signIn, test } from '../fixtures/test';

/** Counts taps from Home on; typing counts as one tap for its field. */
async function atHome(page: Page) {
  await page.goto('/home');
  let taps = 0;
  return {
    count: () => taps,
    tap: async (target: Locator) => {
      taps += 1;
      await target.click();
    },
    type: async (field: Locator, text: string) => {
      taps += 1;
      await field.fill(text);
    },
  };
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

/** Three hours of a shift at $20, of which the last one is overtime, which count for the running day. */
const shift = {
  posShiftID: 'long',
  revision: 1,
  employee: { id: 'e1', name: 'Server One' },
  job: 'Server',
  businessDate: businessDate(),
  rate: 20,
  clockIn: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  clockOut: new Date().toISOString(),
  regularMinutes: 120,
  overtimeMinutes: 60,
};

test('why labor is high today takes one tap', async ({ page, request }) => {
  await newPerson(page, request, 'Labor');
  const posID = `labor-${Date.now().toString(36)}`;
  const till = await newLocation(page, request, posID, 'Corner Grill');
  await till.send('shift', 'shift.closed', shift);
  await till.closeCheck({ id: 'only', dollars: 140 });
  await chooseLocation(page, posID);
  const { tap, count } = await atHome(page);
  const labor = page.getByRole('link', { name: /^Labor %/ });
  // An hour and a half is paid for the hour of overtime: $70 of $140.
  await expect(page.getByText('50%', { exact: true })).toBeVisible();
  await tap(labor);
  const headline = page.getByRole('region', { name: 'Labor %, total' });
  await expect(headline).toContainText('50%');
  await expect(headline).toContainText(/Overtime hours\s*1/);
  await expect(headline).toContainText('Not clocked out');
  expect(count()).toBeLessThanOrEqual(1);
});

test('a disputed charge is found within five taps', async ({ page }) => {
  await signIn(page);
  await chooseLocation(page, 'demo-pizza');
  let disputed: { id: string; amount: number } | undefined;
  const look = async () => {
    const answer = await page.request.get('/payments/v1/search?status=disputed&limit=1');
    const { data } = (await answer.json()) as { data: { id: string; amount: number }[] };
    [disputed] = data;
    return disputed;
  };
  await expect.poll(look, { message: 'the demo opens a dispute every week' }).toBeDefined();
  const { tap, type, count } = await atHome(page);
  await tap(tab(page, 'Money'));
  await tap(page.getByRole('link', { name: 'Find a payment or check' }));
  await type(page.getByRole('searchbox'), ((disputed?.amount ?? 0) / 100).toFixed(2));
  await tap(page.locator(`a[href*="payment=${disputed?.id}"]`));
  const details = page.getByRole('dialog', { name: 'Payment' });
  await expect(details).toContainText('Disputed');
  expect(count()).toBeLessThanOrEqual(5);
});

test('a dish is sold out until tomorrow at two locations within six taps', async ({ page }) => {
  await signIn(page);
  await chooseLocation(page, 'demo-lighthouse');
  const { tap, type, count } = await atHome(page);
  await tap(tab(page, 'Menu'));
  await type(page.getByRole('searchbox'), 'calamari');
  await tap(page.getByRole('list', { name: 'Items' }).getByRole('button', { name: /Calamari/ }));
  const sheet = page.getByRole('dialog').last();
  await tap(page.getByRole('button', { name: 'Mark Sold Out' }));
  const other = page.getByRole('checkbox', { disabled: false });
  await tap(other.first());
  await expect(page.getByRole('radio', { name: /Start of tomorrow/ })).toBeChecked();
  await tap(page.getByRole('button', { name: 'Mark Sold Out' }).last());
  await expect(sheet.getByText(/^Sold out until /).first()).toBeVisible();
  expect(count()).toBeLessThanOrEqual(6);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Mark Sold Out' })).toBeVisible();
});

test('a discount by text to one group of guests takes eight taps', async ({ page, request }) => {
  const { till, guests } = await newRestaurant(page, request);
  const [ana] = guests;
  await till.closeCheck({ id: 'dinner', dollars: 80, posCustomerID: ana.id });
  await expect
    .poll(async () => {
      const body = { posID: till.posID, segment: 'topSpenders' };
      const { customerList } = await call<{ customerList: unknown[] }>(
        page,
        'get-customers-list',
        body,
      );
      return customerList.length;
    })
    .toBe(1);
  const { tap, type, count } = await atHome(page);
  await tap(page.getByRole('link', { name: 'Text Marketing' }));
  await tap(page.getByRole('link', { name: /^Promo Code/ }));
  await tap(page.getByRole('button', { name: 'Top spenders' }));
  await type(page.getByLabel('Message'), 'Thank you for coming so often.');
  await type(page.getByLabel('Promo code'), `LOYAL-${Date.now().toString(36).toUpperCase()}`);
  await type(page.getByLabel('Percent off'), '25');
  await expect(page.getByText('1 recipient', { exact: true })).toBeVisible();
  await tap(page.getByRole('button', { name: 'Send text' }));
  const question = page.getByRole('dialog', { name: /^Are you sure/ });
  await expect(question).toContainText('25% off');
  await expect(question).toContainText(/Costs about \$/);
  await tap(question.getByRole('button', { name: 'Send', exact: true }));
  await expect(page.getByText('Text messages sent to all recipients.')).toBeVisible();
  expect(count()).toBeLessThanOrEqual(8);
});

test('profit and labor of last month are in hand within four taps', async ({ page }) => {
  await signIn(page);
  await chooseLocation(page, 'demo-pizza');
  const { tap, count } = await atHome(page);
  await tap(tab(page, 'Reports'));
  await tap(page.getByRole('button', { name: 'Last month' }));
  const headline = page.getByRole('region', { name: 'Gross sales, total' });
  await expect(headline).toContainText('Profit');
  await expect(headline).toContainText('Labor');
  await tap(page.getByRole('button', { name: 'Report options' }));
  const downloading = page.waitForEvent('download');
  await tap(page.getByRole('menuitem', { name: 'Download CSV' }));
  expect((await downloading).suggestedFilename()).toMatch(/^saffron-daily-sales-.*\.csv$/);
  expect(count()).toBeLessThanOrEqual(4);
});
