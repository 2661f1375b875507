import type { Page } from '@playwright/test';
import { test as base, expect, signIn, wholeWeek } from '../fixtures/test';
import { ofOwners } from '../screens/screens';

const test = base.extend<{ signedIn: undefined }>({
  signedIn: [
    async ({ page }, use) => {
      await signIn(page);
      await page.evaluate(() => localStorage.setItem('default_location', '"demo-pizza"'));
      await use(undefined);
    },
    { auto: true },
  ],
});

const week = (() => {
  const { from, to } = wholeWeek();
  return `from=${from}&to=${to}`;
})();

/** Taps the first row of a page's list. */
const firstRow = (page: Page) =>
  page.getByRole('main').getByRole('listitem').getByRole('button').first();

const tap = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click();

/** Each sheet and dialog: its page, and what opens it. */
const sheets: Record<string, { path: string; open: (page: Page) => Promise<void> }> = {
  location: { path: '/home', open: tap(/^(Change|Select)/) },
  dates: {
    path: '/home/daily-sales',
    open: async (page) => {
      const row = page.getByRole('button', { name: /^Dates/ });
      // It stays unfolded.
      if ((await row.getAttribute('aria-expanded')) === 'false') await row.click();
      await tap('Filter')(page);
    },
  },
  item: { path: '/home/menu', open: (page) => firstRow(page).click() },
  guest: { path: '/customers', open: (page) => firstRow(page).click() },
  check: {
    path: `/home/sales-history?posID=demo-pizza&${week}`,
    open: (page) => firstRow(page).click(),
  },
  payment: { path: `/stripe-transactions?${week}`, open: (page) => firstRow(page).click() },
  payout: { path: '/stripe-payouts', open: (page) => firstRow(page).click() },
  message: { path: '/notifications', open: (page) => firstRow(page).click() },
  logout: { path: '/more', open: tap('Logout') },
};

/** The number of overlays over the page, by the entry of the history. */
const overlays = (page: Page) =>
  page.evaluate(() => Number(window.history.state?.usr?.overlays ?? 0));

/** Waits until the sheet that was just drawn has its entry. */
const hasEntry = (page: Page) => expect.poll(() => overlays(page)).toBe(1);

for (const [name, { path, open }] of Object.entries(sheets)) {
  test(`Back closes the sheet: ${name}`, async ({ page }) => {
    await page.goto('/profile');
    await page.goto(path);
    await open(page);
    const sheet = page.getByRole('dialog');
    await expect(sheet).toBeVisible();
    await hasEntry(page);
    const { pathname } = new URL(page.url());
    await page.goBack();
    await expect(sheet).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe(pathname);
    // Closed otherwise, it leaves no entry behind.
    await open(page);
    await expect(sheet).toBeVisible();
    await hasEntry(page);
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect.poll(() => overlays(page)).toBe(0);
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/profile');
  });
}

/** Sheets that are opened from within a page or from another sheet. */
const inner = [
  'comparison-sheet',
  'figure-sheet',
  'mismatches',
  'promotion',
  'item-sold-out',
  'send-points',
  'select-item',
  'recipients',
  'campaign-question',
];

test('Back closes one sheet at a time', async ({ page }) => {
  const screens = Object.assign({}, ...Object.values(ofOwners));
  for (const name of inner) {
    await test.step(name, async () => {
      await screens[name](page);
      const sheets = page.getByRole('dialog');
      await expect.poll(() => overlays(page)).toBe(await sheets.count());
      const { pathname } = new URL(page.url());
      for (let open = await sheets.count(); open > 0; open -= 1) {
        await page.goBack();
        await expect(sheets).toHaveCount(open - 1);
      }
      expect(new URL(page.url()).pathname).toBe(pathname);
    });
  }
});
