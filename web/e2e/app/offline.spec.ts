import type { Page } from '@playwright/test';
import { storedOnDevice, workerControls } from '../fixtures/browser/worker';
import { expect, signIn, test, wholeWeek } from '../fixtures/test';

test.use({ serviceWorkers: 'allow' });

const strip = (page: Page) =>
  page.getByText(/^As of (?:[A-Z][a-z]{2} \d{1,2}, \d{4}, )?\d{1,2}:\d\d [AP]M, offline$/);
const loss = (page: Page) => page.getByRole('dialog', { name: 'No Internet Connection!' });

const { from, to } = wholeWeek();
/** Pages with figures: address, visible element, and the call for their figures. */
const pages = [
  ['/home', '[data-testid="todays-sales"]', 'getDailySalesLabor.*demo-pizza'],
  [`/home/daily-sales?from=${from}&to=${to}`, 'table', `getDailySalesLabor.*${to}`],
  [`/home/daily-sales?tab=hourly&from=${from}&to=${to}`, 'table', `getHourlyReport.*${to}`],
  [
    `/home/sales-history?from=${from}&to=${to}&posID=demo-pizza`,
    'button:has-text("#")',
    `getInsideSales.*${to}`,
  ],
  ['/home/menu', '[aria-label="Items"] button', 'getItemsList.*demo-pizza'],
] as const;

/** Opens each page until its figures are kept. */
async function seeAll(page: Page) {
  for (const [path, what, call] of pages) {
    await page.goto(path);
    await expect(page.locator(what).first()).toBeVisible();
    const kept = async () => (await storedOnDevice(page)).rows.join('\n');
    await expect.poll(kept).toMatch(new RegExp(`answers/\\d+ ${call}`));
  }
}

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await workerControls(page);
  await page.evaluate(() => {
    for (const key of ['default_location', 'default_chart_location']) {
      localStorage.setItem(key, '"demo-pizza"');
    }
  });
});

test('losing the network and its return are shown once', async ({ page, context, axe }) => {
  await page.goto('/home');
  const sales = page.getByTestId('todays-sales');
  // Before the first sale of the day: when it opens.
  const shown = /^(\$[\d,.]+|Opens at .+)$/;
  await expect(sales).toHaveText(shown);

  await context.setOffline(true);
  await expect(loss(page)).toContainText('You are offline! Please check your internet connection.');
  await expect(loss(page).getByRole('button')).toHaveCount(1);
  await axe();
  await loss(page).getByRole('button', { name: 'OK' }).click();
  await expect(loss(page)).toBeHidden();
  await expect(sales).toHaveText(shown);
  await expect(strip(page)).toBeVisible();
  await axe();
  // Other pages show it in a line, not in another dialog.
  await page.getByRole('link', { name: 'More', exact: true }).click();
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  await expect(loss(page)).toBeHidden();

  await context.setOffline(false);
  await expect(page.getByText('You are back online!')).toBeVisible();
  await expect(page.getByText('Offline', { exact: true })).toBeHidden();
});

test('the app opens without a network with its last figures', async ({ page, context, axe }) => {
  await seeAll(page);
  await context.setOffline(true);
  for (const [path, what] of pages) {
    await page.goto(path);
    await expect(page.locator(what).first()).toBeVisible();
    await expect(strip(page)).toBeVisible();
  }
  await axe();
  // Guests and money are never kept: such a page says once that it needs a connection.
  for (const path of ['/customers', '/stripe-transactions', '/payout', '/email-marketing']) {
    await page.goto(path);
    await expect(page.getByText('This page needs a connection.')).toHaveCount(1);
    await expect(page.getByText('Offline', { exact: true })).toBeVisible();
    await expect(
      page.getByText(/We could(n't| not)|encountered an error|Contact Support/),
    ).toHaveCount(0);
  }
  await context.setOffline(false);
  await page.goto('/home');
  await expect(strip(page)).toBeHidden();
});

test('no change is sent without a network', async ({ page, context, axe }) => {
  const requested: string[] = [];
  await page.goto('/royalty-program');
  const percent = page.getByRole('textbox').first();
  await expect(percent).not.toHaveValue('');
  await context.setOffline(true);
  await loss(page).getByRole('button', { name: 'OK' }).click();
  page.on('request', (request) => requested.push(request.url()));
  const save = page.getByRole('button', { name: /Save|Update/ });
  await expect(save).toBeDisabled();
  await expect(save).toHaveAccessibleDescription(/^You are offline\./);
  await axe();
  await percent.fill('7');
  await percent.press('Enter');
  await context.setOffline(false);
  await expect(save).toBeEnabled();
  expect(requested.filter((url) => url.includes('update-reward-percent'))).toEqual([]);
});

test('nothing of a person stays behind after sign-out', async ({ page }) => {
  await seeAll(page);
  const before = await storedOnDevice(page);
  expect(before.rows.length).toBeGreaterThan(5);
  expect(before.rows.join('\n')).not.toMatch(/ustomer|payment_|Payout|Campaign|Recipient|Profile/);

  await page.goto('/profile');
  await page.evaluate(() => localStorage.setItem('hide_welcome', '"1"'));
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect.poll(async () => (await storedOnDevice(page)).rows).toEqual([]);
  const after = await storedOnDevice(page);
  expect(after.local).toEqual(['hide_welcome']);
  expect(after.session.filter((key) => !key.startsWith('react-router'))).toEqual([]);
  // The app's files hold no personal data.
  expect(
    after.cached.filter(
      (path) => !/^\/(assets|icons)\/|^\/(index\.html|manifest\.webmanifest)$/.test(path),
    ),
  ).toEqual([]);
});

test('waiting calls are sent once by one of two tabs', async ({ page, context }) => {
  await page.goto('/home');
  await expect.poll(async () => (await storedOnDevice(page)).rows).not.toEqual([]);
  const other = await context.newPage();
  await other.goto('/more');
  await expect(other.getByRole('heading', { name: 'More' })).toBeVisible();
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/update-all-communications-viewed')) {
      sent.push(request.postData() ?? '');
    }
  });
  await context.setOffline(true);
  for (const tab of [page, other]) await loss(tab).getByRole('button', { name: 'OK' }).click();
  const sessionID = await page.evaluate(async () => {
    const sessionID = JSON.parse(localStorage.getItem('sessionID') ?? '""');
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const open = indexedDB.open('saffron');
      open.onsuccess = () => resolve(open.result);
      open.onerror = () => reject(open.error);
    });
    const writing = db.transaction('waiting', 'readwrite');
    writing.objectStore('waiting').add({
      owner: sessionID,
      url: '/api-restaurant-pos/restaurantpro/update-all-communications-viewed',
      method: 'POST',
      body: { sessionID },
    });
    await new Promise((resolve) => {
      writing.oncomplete = resolve;
    });
    db.close();
    return sessionID;
  });
  // The toast is shown for three seconds: checked while the other tab sends.
  const back = expect(other.getByText('You are back online!')).toBeVisible();
  await context.setOffline(false);
  await back;
  const waiting = async () =>
    (await storedOnDevice(page)).rows.filter((row) => row.startsWith('saffron/waiting'));
  await expect.poll(waiting).toEqual([]);
  expect(sent).toEqual([JSON.stringify({ sessionID })]);
});
