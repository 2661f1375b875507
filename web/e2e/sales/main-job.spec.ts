import path from 'node:path';
import catalogue from '../../../proto/figures.json' with { type: 'json' };
import { tokenMailed } from '../fixtures/servers/standIns';
import { importFile, provision } from '../fixtures/servers/till';
import { call, expect, scrollsSideways, signIn, test } from '../fixtures/test';

const file = path.resolve('../deploy/sandbox/data/pizzaplace.csv');

const cents = (rows: { grossSales: number }[]) =>
  rows.reduce((sum, row) => sum + Math.round(row.grossSales * 100), 0);

/** Tabs whose rows are parts of all sales; those of online orders are parts of some. */
const splitting = catalogue.reports
  .filter(({ figures }) => figures.includes('GROSS_SALES'))
  .map(({ tab }) => tab.key)
  .filter((key) => !['sales', 'summary', 'onlineOrder'].includes(key));

/** The main job, start to end: sign up, sign in, link, import a year of trade, watch a check close. */
test('an owner links a restaurant and sees its next check live', async ({ page, request, axe }) => {
  test.slow();
  const unique = Date.now().toString(36);
  const person = { email: `owner-${unique}@saffron.example`, password: `a-long-secret-${unique}` };
  const till = await provision(request, `e2e-${unique}`, 'Corner Trattoria');

  await test.step('sign up and sign in', async () => {
    await page.goto('/auth/register');
    await page.getByLabel('First name').fill('Test');
    await page.getByLabel('Last name').fill('Owner');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Phone').fill('(212) 555-0123');
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await axe();
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page.getByText('Successfully Signed Up! Please Login')).toBeVisible();
    await page.waitForURL('**/auth/login');
    await expect(page.getByText(`We sent a link to ${person.email}.`)).toBeVisible();
    await page.goto(`/auth/confirm#${await tokenMailed(request, person.email, 'confirm')}`);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Confirm Email' }).click();
    await page.waitForURL('**/auth/login');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Login' }).click();
  });

  await test.step('link the location', async () => {
    await page.waitForURL(/\/(welcome|link-restaurant)$/);
    await axe();
    await page.goto('/link-restaurant');
    await page.getByLabel('Location ID').fill(till.posID);
    await page.getByLabel('Link code').fill(till.linkCode);
    await axe();
    await page.getByRole('button', { name: 'Link Location' }).click();
    await page.waitForURL('**/home');
  });

  await test.step('import a year of real orders', async () => {
    const printed = await importFile(file, till);
    expect(printed).toContain('21350 checks came in.');
    const days = { startDate: '2015-01-01', endDate: '2015-12-31', posID: till.posID };
    // The import is answered when all sales are on disk; reports follows a moment later.
    await expect
      .poll(async () => cents(await call(page, 'get-daily-sales-labor', days)))
      .toBe(81_786_005);
    const { checkReportList } = await call<{ checkReportList: unknown[] }>(
      page,
      'get-inside-sales',
      days,
    );
    expect(checkReportList).toHaveLength(21_350);
  });

  await test.step('each report that splits sales adds up to the same year', async () => {
    const year = 'from=2015-01-01&to=2015-12-31';
    for (const tab of splitting) {
      await page.goto(`/home/daily-sales?tab=${tab}&${year}`);
      const total = page.getByRole('row', { name: /^Total/ }).first();
      await expect(total.getByRole('cell'), tab).toContainText('$817,860.05');
    }
  });

  const sales = page.getByTestId('todays-sales');
  await test.step('a check that closes changes the open page by itself', async () => {
    await page.goto('/home');
    await expect(sales).toHaveText('$0.00');
    await till.closeCheck({ id: 'live-1', dollars: 41.5 });
    await expect(sales).toHaveText('$41.50');
    await till.closeCheck({ id: 'live-2', dollars: 8.5 });
    await expect(sales).toHaveText('$50.00');
    await axe();
    expect(await scrollsSideways(page)).toBe(false);
  });

  await test.step('an open report redraws, and shows the check', async () => {
    await page.goto('/home/daily-sales');
    await expect(page.getByText('$50.00').first()).toBeVisible();
    await till.closeCheck({ id: 'live-3', dollars: 25 });
    await expect(page.getByText('$75.00').first()).toBeVisible();
    await axe();
    await page.goto('/home/sales-history');
    await page.getByText('live-3').first().click();
    await expect(page.getByRole('dialog').getByText('Soup')).toBeVisible();
    await axe();
  });
});

test('the demo has figures on every screen of the main job', async ({ page, axe }) => {
  await signIn(page);
  for (const route of [
    '/home',
    '/home/daily-sales',
    '/home/history-report',
    '/home/sales-history',
    '/home/open-checks',
    '/home/profile',
  ]) {
    await page.goto(route);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    await axe();
    expect(await scrollsSideways(page), route).toBe(false);
  }
});
