import type { Page } from '@playwright/test';
import type { CheckSummary, Communication, Item } from '../../src/api';
import { storedOnDevice, workerControls } from '../fixtures/browser/worker';
import { bell, communications, discountCheck, rows, voidCheck } from '../fixtures/inbox';
import { location, read, somePayment } from '../fixtures/payments';
import { chooseLocation, newLocation, newPerson } from '../fixtures/people';
import { call, expect, scrollsSideways, signIn, test, wholeWeek } from '../fixtures/test';

test.use({ serviceWorkers: 'allow' });

const business = 'Corner Trattoria';
const unique = () => Date.now().toString(36);

async function enter(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/home');
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`the inbox, ${colorScheme}`, () => {
    test.use({ colorScheme });
    // Two browsers, or a whole form, audited by axe at each step.
    test.slow();

    test('a large void notifies two browsers, and is viewed in both', async ({
      page,
      request,
      browser,
      axe,
    }) => {
      const person = await newPerson(page, request, 'Nora');
      const till = await newLocation(page, request, `news-${colorScheme}-${unique()}`, business);
      const other = await browser.newPage({ colorScheme });
      await enter(other, person);
      await page.goto('/home');
      await expect(bell(page, 0)).toBeVisible();
      await other.goto('/notifications');
      await expect(other.getByText('You do not have any notifications.')).toBeVisible();
      for (const tab of [page, other]) {
        const live = tab.waitForResponse('**/push/v1/stream?*');
        await tab.goto(tab === page ? '/home' : '/notifications');
        await live;
      }
      const check = `v-${unique()}`;

      await test.step('both show it at once, also in the open list', async () => {
        await voidCheck(till, check, 84.2);
        const line = /^Large void: \$84\.20 at \d{1,2}:\d\d [AP]M$/;
        for (const tab of [page, other]) {
          await expect(tab.getByRole('status').filter({ hasText: line })).toBeVisible();
        }
        await expect(rows(other).filter({ hasText: 'Large void: $84.20' })).toBeVisible();
        await expect(bell(page, 1)).toBeVisible();
        await axe();
        await other.goto('/home');
        await expect(bell(other, 1)).toBeVisible();
      });

      await test.step('an opened one shows its reason, and is viewed everywhere', async () => {
        await bell(page, 1).click();
        await expect(page.getByRole('link', { name: /^Notifications 1/ })).toBeVisible();
        await axe();
        expect(await scrollsSideways(page)).toBe(false);
        await rows(page).first().click();
        const sheet = page.getByRole('dialog', { name: 'Large void' });
        await expect(sheet.getByText('Why you got this: void of $50.00 or more')).toBeVisible();
        await axe();
        await expect(bell(other, 0)).toBeVisible();
        await expect(rows(page).filter({ hasText: 'Unread' })).toHaveCount(0);
      });

      await test.step('a repetition within the hour is unread again in its row', async () => {
        await page.keyboard.press('Escape');
        await voidCheck(till, `${check}-2`, 90);
        await expect(bell(other, 1)).toBeVisible();
        await expect(rows(page)).toHaveCount(1);
        await expect(rows(page)).toContainText('and 1 more within the hour');
        await page.getByRole('button', { name: 'More options' }).click();
        await axe();
        await page.getByRole('menuitem', { name: 'Mark all read' }).click();
        await expect(bell(other, 0)).toBeVisible();
        await expect(rows(page).filter({ hasText: 'Unread' })).toHaveCount(0);
      });

      await test.step('its link leads to the check', async () => {
        await rows(page).first().click();
        await page.getByRole('link', { name: 'See the check' }).click();
        await page.waitForURL('**/home/sales-history?**');
        await expect(page.getByRole('dialog', { name: `Check #${check}` })).toBeVisible();
        await expect(page.getByRole('dialog').getByText('Soup')).toBeVisible();
        await page.goBack();
        await expect(page).toHaveURL(/\/notifications/);
      });
      await other.close();
    });

    test('rules decide which events notify', async ({ page, request, axe }) => {
      await newPerson(page, request, 'Rula');
      const till = await newLocation(page, request, `rules-${colorScheme}-${unique()}`, business);
      await chooseLocation(page, till.posID);
      const save = page.getByRole('button', { name: 'Save' });
      /** The whole form at once: the pinned button would cover half a target. */
      const auditForm = async () => {
        const size = page.viewportSize();
        await page.setViewportSize({ width: size?.width ?? 360, height: 3200 });
        await axe();
        if (size) await page.setViewportSize(size);
      };

      await test.step('invalid input is shown at its field', async () => {
        await page.goto('/admin-configuration');
        await page.getByRole('link', { name: /^Notification Rules/ }).click();
        await page.getByLabel('Large void, minimum').fill('0.50');
        await save.click();
        await expect(
          page.getByText('Please enter an amount between $1 and $100,000.'),
        ).toBeInViewport();
        await expect(page.getByLabel('Large void, minimum')).toBeFocused();
        await expect(save).toBeInViewport({ ratio: 1 });
        await auditForm();
        expect(await scrollsSideways(page)).toBe(false);
      });

      await test.step('unsaved rules are not lost without a question', async () => {
        await page.getByRole('button', { name: 'Back' }).click();
        const question = page.getByRole('dialog', { name: 'Discard your changes?' });
        await expect(question).toBeVisible();
        await auditForm();
        await question.getByRole('button', { name: 'Cancel' }).click();
      });

      await test.step('the rules are saved', async () => {
        await page.getByLabel('Large void, minimum').fill('100');
        await page.getByLabel('High labor, minimum').fill('28.5');
        await page.getByLabel('Also by email').check();
        await page.getByRole('switch', { name: 'Out of stock' }).uncheck();
        await page.getByLabel('From', { exact: true }).fill('23:30');
        await page.getByLabel('Until', { exact: true }).fill('06:45');
        await save.click();
        await expect(page.getByText('Notification rules saved.')).toBeVisible();
        await auditForm();
        await page.reload();
        await expect(page.getByLabel('Large void, minimum')).toHaveValue('100.00');
        await expect(page.getByLabel('High labor, minimum')).toHaveValue('28.5');
        await expect(page.getByLabel('Also by email')).toBeChecked();
        await expect(page.getByRole('switch', { name: 'Out of stock' })).not.toBeChecked();
        await expect(page.getByLabel('Until', { exact: true })).toHaveValue('06:45');
      });

      await test.step('no event below the threshold notifies', async () => {
        const check = `r-${unique()}`;
        await page.goto('/notifications');
        await expect(page.getByText('You do not have any notifications.')).toBeVisible();
        await voidCheck(till, `${check}-1`, 84.2);
        // A later one arrived: the void before it would have, too.
        await discountCheck(till, `${check}-2`, 60);
        await expect(rows(page)).toContainText(['Large discount: $60.00']);
        await voidCheck(till, `${check}-3`, 100);
        await expect(rows(page)).toContainText(['Large void: $100.00', 'Large discount: $60.00']);
      });
    });

    test('empty lists and failures are shown', async ({ page, request, axe }) => {
      await newPerson(page, request, 'Ella');
      const till = await newLocation(page, request, `empty-${colorScheme}-${unique()}`, business);
      await page.goto('/notifications');
      await expect(page.getByText('You do not have any notifications.')).toBeVisible();
      await axe();
      await page.getByRole('link', { name: 'Messages' }).click();
      await expect(page.getByText('You do not have any messages.')).toBeVisible();

      await test.step('lists that fail to load', async () => {
        await page.route('**/get-communications', (route) =>
          route.fulfill({ status: 409, json: { status: 409, body: null, message: '' } }),
        );
        await page.goto('/notifications');
        await expect(page.getByText('Some error fetching notifications')).toBeVisible();
        await axe();
        await page.getByRole('link', { name: 'Messages' }).click();
        await expect(page.getByText('Some error fetching messages')).toBeVisible();
        await page.unroute('**/get-communications');
        await page.getByRole('button', { name: 'Try Again' }).click();
        await expect(page.getByText('You do not have any messages.')).toBeVisible();
      });

      await test.step('a mark that the server refuses is undone', async () => {
        await page.goto('/notifications');
        await voidCheck(till, `e-${unique()}`, 120);
        await expect(rows(page).filter({ hasText: 'Unread' })).toBeVisible();
        await page.route('**/update-communication-viewed', (route) =>
          route.fulfill({ status: 409, json: { status: 409, body: null, message: '' } }),
        );
        await rows(page).first().click();
        await expect(page.getByText('Some error processing request')).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(rows(page).filter({ hasText: 'Unread' })).toBeVisible();
      });

      await test.step('a missing communication', async () => {
        await page.goto('/notifications?id=01a2027b-0000-7000-8000-000000000000');
        await expect(page.getByText('This notification is no longer available.')).toBeVisible();
        await axe();
      });
    });
  });
}

/** A communication with a subject at the demo's first location. */
function about(kind: Communication['kind'], target: Communication['target']): Communication {
  return {
    posCommunicationID: `communication-${target?.kind}-${target?.id}`,
    posID: location,
    dateAdded: '2026-11-20T19:42:00',
    notification: `Subject: ${target?.kind}`,
    message: null,
    kind,
    target,
    reason: 'it happened',
    also: 0,
    viewed: true,
  };
}

test('each communication leads to its subject', async ({ page }) => {
  test.slow();
  await signIn(page);
  const { from, to } = wholeWeek();
  const payment = await somePayment(page, ({ latest_charge }) => latest_charge?.disputed === true);
  const payouts = await read<{ data: { id: string }[] }>(page, 'payouts', { limit: '100' });
  const { itemList } = await call<{ itemList: Item[] }>(page, 'get-items-list', {
    posID: location,
    limit: 5,
  });
  const sales = { posID: location, startDate: from, endDate: to, limit: 5 };
  const { checkReportList } = await call<{ checkReportList: CheckSummary[] }>(
    page,
    'get-inside-sales',
    sales,
  );
  // Not the newest, so that it is searched for.
  const payout = payouts.data.at(-1)?.id ?? '';
  const item = itemList.at(-1);
  const check = checkReportList.at(-1)?.posCheckID ?? '';
  const ways: [Communication, string, RegExp, () => Promise<void>][] = [
    [
      about('largeVoid', { kind: 'check', id: check }),
      'See the check',
      /\/home\/sales-history\?/,
      () => expect(page.getByRole('dialog', { name: `Check #${check}` })).toBeVisible(),
    ],
    [
      about('itemRanOut', { kind: 'item', id: item?.posItemID ?? '' }),
      'See the item',
      /\/home\/menu\?/,
      () => expect(page.getByLabel('Display name')).toHaveValue(item?.displayName ?? ''),
    ],
    [
      about('payoutFailed', { kind: 'payout', id: payout }),
      'See the payout',
      /\/stripe-payouts\?/,
      () => expect(page.getByRole('dialog').getByText(payout)).toBeVisible(),
    ],
    [
      about('disputeOpened', { kind: 'payment', id: payment.id }),
      'See the payment',
      /\/stripe-transactions\?/,
      () => expect(page.getByRole('dialog').getByText(payment.id)).toBeVisible(),
    ],
    [
      about('disputeOpened', { kind: 'dispute', id: 'dp_1' }),
      'See card payments',
      /\/stripe-transactions$/,
      () => expect(page.getByRole('list', { name: 'Card payments' })).toBeVisible(),
    ],
    [
      about('laborHigh', { kind: 'report', id: to }),
      'See the report',
      new RegExp(`/home/daily-sales\\?.*from=${to}`),
      () => expect(page.getByRole('tab', { name: 'Labor', selected: true })).toBeVisible(),
    ],
  ];
  await page.route('**/get-communications', (route) =>
    route.fulfill({
      json: {
        status: 200,
        message: '',
        body: {
          communicationList: ways.map(([communication]) => communication),
          nextCursor: null,
          unread: { notifications: 0, messages: 0 },
        },
      },
    }),
  );
  for (const [{ notification, target }, words, url, there] of ways) {
    await test.step(`${notification} ${target?.id}`, async () => {
      // Another location is shown before.
      await page.evaluate(() => {
        localStorage.setItem('default_location', '"demo-noodles"');
        localStorage.setItem('default_chart_location', '"demo-noodles"');
      });
      await page.goto(`/notifications?id=communication-${target?.kind}-${target?.id}`);
      const sheet = page.getByRole('dialog');
      await expect(sheet.getByText('Why you got this: it happened')).toBeVisible();
      await sheet.getByRole('link', { name: words }).click();
      await expect(page).toHaveURL(url);
      await there();
      await expect(page).not.toHaveURL(/posID=/);
    });
  }
});

test('marking as read without a network is sent once later', async ({ page, context, request }) => {
  await newPerson(page, request, 'Faye');
  const till = await newLocation(page, request, `away-${unique()}`, business);
  await voidCheck(till, `a-${unique()}`, 84.2);
  await workerControls(page);
  const marks: string[] = [];
  context.on('response', (response) => {
    if (response.url().endsWith('/update-communication-viewed')) {
      marks.push(response.request().postData() ?? '');
    }
  });
  const kept = async (pattern: RegExp) =>
    (await storedOnDevice(page)).rows.filter((row) => pattern.test(row));
  const unread = rows(page).filter({ hasText: 'Unread' });
  await page.goto('/notifications');
  await expect(unread).toHaveCount(1);
  await expect.poll(() => kept(/\/answers\/\d+ getCommunications/)).not.toEqual([]);

  await context.setOffline(true);
  await page
    .getByRole('dialog', { name: 'No Internet Connection!' })
    .getByRole('button', { name: 'OK' })
    .click();
  await rows(page).first().click();
  await expect(page.getByRole('dialog', { name: 'Large void' })).toBeVisible();
  await expect(unread).toHaveCount(0);
  await expect.poll(() => kept(/\/waiting\//)).toHaveLength(1);
  expect(marks).toEqual([]);

  await context.setOffline(false);
  await expect.poll(() => kept(/\/waiting\//)).toEqual([]);
  await expect
    .poll(async () => (await communications(page)).map(({ viewed }) => viewed))
    .toEqual([true]);
  expect(marks).toHaveLength(1);
});
