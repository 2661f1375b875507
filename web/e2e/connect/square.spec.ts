import type { Page } from '@playwright/test';
import type { Connection } from '../../src/api/connect';
import { newPerson } from '../fixtures/people';
import { call, expect, scrollsSideways, signIn, test } from '../fixtures/test';
import { checksOn, squareFile } from './squareFile';
import { choose, netSales, withLocation } from './uploading';

/** The restaurant of the demo whose till sends the trade that the account at Square has, too. */
const lighthouse = { posID: 'demo-lighthouse', name: /^The Old Lighthouse Keeper/ };
const goodToken = process.env.SAFFRON_SQUARE_SANDBOX_TOKEN ?? '';

/** Days of a restaurant, `YYYY-MM-DD`, counted back from today, which begins at 6 AM at the latest. */
function day(back: number, timeZone: string): string {
  const time = Date.now() - (back * 24 + 6) * 3_600_000;
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(time);
}

/** Gross sales of the last three whole days in cents: rewards, which are discounts at Square alone, are in them. */
async function grossSales(page: Page, posID: string): Promise<number> {
  const zone = 'America/Los_Angeles';
  const days = { posID, startDate: day(3, zone), endDate: day(1, zone) };
  const rows = await call<{ grossSales: number }[]>(page, 'get-daily-sales-labor', days);
  return rows.reduce((sum, row) => sum + Math.round(row.grossSales * 100), 0);
}

async function ownPosID(page: Page): Promise<string> {
  const session = await page.evaluate(() => JSON.parse(localStorage.getItem('sessionID') ?? '""'));
  const list = await call<{ posID: string }[]>(page, `get-restaurant-list/${session}`, {});
  return list[0]?.posID ?? '';
}

test('an owner connects Square with a token, and has figures', async ({
  page,
  request,
  axe,
  browser,
}) => {
  expect(goodToken, 'run the browser tests by `cargo dev test e2e`').not.toBe('');
  const audit = async () => {
    await axe();
    expect(await scrollsSideways(page)).toBe(false);
  };
  await newPerson(page, request, 'Square');

  await test.step('choose the POS, and make a location', async () => {
    await page.goto('/link-restaurant');
    await page.getByRole('link', { name: /Other ways to connect/ }).click();
    await page.getByRole('link', { name: /Connect your POS/ }).click();
    await expect(page.getByText('Toast', { exact: true })).toBeVisible();
    await audit();
    await page.getByRole('link', { name: /Square/ }).click();
    await page.getByLabel('Name of the restaurant').fill('Corner Oysters');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('los angeles');
    await page.getByRole('option', { name: 'America / Los Angeles' }).click();
    await page.getByLabel('The business day starts at').selectOption('6:00 AM');
    await page.getByRole('button', { name: 'Create Location' }).click();
    await page.getByRole('button', { name: /access token instead/ }).click();
  });

  const token = page.getByLabel('Access token');
  await test.step('have a wrong token refused at its field', async () => {
    await token.fill(goodToken.replace(/.$/, 'x'));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(/^Access token is not known to Square/)).toBeVisible();
    await audit();
  });

  await test.step('enter the token, which is kept nowhere', async () => {
    await token.fill(goodToken);
    await page.getByRole('button', { name: 'Continue' }).click();
    // The account has two locations: none is chosen for its owner.
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await page.getByRole('radio', { name: lighthouse.name }).check();
    await audit();
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.body.innerHTML]),
    );
    expect(kept).not.toContain(goodToken);
  });

  await test.step('connect the location', async () => {
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Square is connected' })).toBeVisible();
    await audit();
  });

  const posID = await ownPosID(page);
  await test.step('have the sales of the till, to the cent', async () => {
    const ownersPage = await (await browser.newContext()).newPage();
    await signIn(ownersPage);
    const sold = await grossSales(ownersPage, lighthouse.posID);
    await ownersPage.context().close();
    expect(sold).toBeGreaterThan(100_000);
    await expect.poll(() => grossSales(page, posID)).toBe(sold);
  });

  await test.step('see them on Home', async () => {
    await page.getByRole('link', { name: "Today's figures" }).click();
    await page.waitForURL(/\/home$/);
    await expect(page.getByTestId('todays-sales')).toHaveText(/^(\$[\d,]+\.\d\d|Opens at .+)$/);
    await expect(page.getByText(/\$[1-9]/).first()).toBeVisible();
    await audit();
  });

  await test.step('find the connection, with its past', async () => {
    await page.goto('/admin-configuration/connections');
    await audit();
    await page.getByRole('link', { name: /Old Lighthouse Keeper/ }).click();
    await expect(page.getByRole('heading', { name: /^Your past is here/ })).toBeVisible();
    await audit();
  });

  await test.step("see that its days add up to Square's own totals", async () => {
    const card = page.getByRole('region', { name: 'Does it add up?' });
    await expect(card.getByText(/^The same to the cent/).first()).toBeVisible();
    await audit();
    await card.getByRole('link', { name: 'All days' }).click();
    const rows = page.getByRole('link', { name: /The same to the cent/ });
    await expect(rows.first()).toBeVisible();
    await expect(page.getByText(/(more|less) here$/)).toHaveCount(0);
    await audit();
    await rows.first().click();
    const figures = page.getByRole('region', { name: 'Figures of the day' });
    await expect(figures.getByText('Net sales')).toBeVisible();
    await expect(figures.getByText('The same at Square').first()).toBeVisible();
    await audit();
    await page.goBack();
    await page.goBack();
  });

  await test.step('pause, resume and disconnect', async () => {
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    const dialog = page.getByRole('dialog', { name: /^Disconnect Square/ });
    await expect(dialog).toBeVisible();
    await audit();
    const before = await grossSales(page, posID);
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByText(/^What came in stays/)).toBeVisible();
    await audit();
    expect(await grossSales(page, posID)).toBe(before);
  });
});

test('a day that a file has, too, counts once, as its owner decides', async ({
  page,
  request,
  axe,
}) => {
  const posID = await withLocation(page, request, 'Both');
  const yesterday = day(1, 'America/Chicago');
  await choose(page, squareFile('yesterday.csv', checksOn([yesterday], 5)));
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await page.getByRole('button', { name: 'Import 5 checks' }).click();
  await expect(page.getByText(/^5 checks of .* are in your reports/)).toBeVisible();

  await page.goto('/admin-configuration/connect/pos/square');
  await page.getByRole('button', { name: /access token instead/ }).click();
  await page.getByLabel('Access token').fill(goodToken);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: 'Red Lantern Noodle House' }).check();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const card = page.getByRole('region', { name: '1 day has sales already' });
  await expect(card.getByText('5 checks, $100.00')).toBeVisible();
  const sums = card.getByText(/^\d\d checks, \$[\d,.]+$/);
  await expect(sums).toBeVisible();
  await axe();
  expect(await scrollsSideways(page)).toBe(false);
  expect(await netSales(page, posID, yesterday, yesterday)).toBe(10_000);

  const cents = Number((await sums.textContent())?.replace(/^.*\$/, '').replaceAll(/[,.]/g, ''));
  await card.getByRole('radio', { name: 'The sales that are there' }).check();
  await card.getByRole('button', { name: 'Decide' }).click();
  await expect(page.getByText('1 day left to the other source')).toBeVisible();
  expect(await netSales(page, posID, yesterday, yesterday)).toBe(10_000);
  await page.getByRole('button', { name: 'Use the POS sales' }).click();
  await axe();
  const dialog = page.getByRole('dialog', { name: /^Replace the sales/ });
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect.poll(() => netSales(page, posID, yesterday, yesterday)).toBe(cents);
});

test('the demo has a restaurant that Square feeds', async ({ page }) => {
  await signIn(page);
  const posID = 'demo-noodles';
  const { connectionList } = await call<{ connectionList: Connection[] }>(page, 'get-connections', {
    posID,
    limit: 10,
  });
  const [connection] = connectionList;
  expect(connectionList).toHaveLength(1);
  expect(connection).toMatchObject({ state: 'live', faults: [], unmapped: 0, daysAsked: 0 });
  expect(connection?.daysRead).toBe(connection?.days);
  await page.goto(`/admin-configuration/connections/${connection?.connectionID}?posID=${posID}`);
  await expect(page.getByRole('heading', { name: /^Your past is here/ })).toBeVisible();
  const card = page.getByRole('region', { name: 'Does it add up?' });
  await expect(card.getByText(/^The same to the cent/).first()).toBeVisible();
  await expect(page.getByText(/(more|less) here$/)).toHaveCount(0);
});
