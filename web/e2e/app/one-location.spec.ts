import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../fixtures/test';

/** Screens of one location: of figures, of lists, and of changes. */
const screens = [
  '/home',
  '/home/daily-sales',
  '/home/sales-history',
  '/home/open-checks',
  '/home/menu',
  '/promotions',
  '/stripe-transactions',
  '/payout',
  '/customers',
  '/royalty-program',
  '/text-marketing',
  '/admin-configuration/notification-rules',
  '/admin-configuration/business-day',
];

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^(Change|Select)$/ }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('a location chosen on any screen is that of all', async ({ page }) => {
  await signIn(page);
  for (const [path, name] of [
    ['/home', 'Red Lantern Noodle House'],
    ['/home/menu', "Marino's Pizza"],
  ] as const) {
    await page.goto(path);
    await choose(page, name);
    for (const screen of screens) {
      await test.step(`${name} at ${screen}`, async () => {
        await page.goto(screen);
        const row = page.locator('span', { hasText: name }).and(page.locator(':has(+ button)'));
        await expect(row).toBeVisible();
      });
    }
  }
});

test('a change names its location', async ({ page }) => {
  await signIn(page);
  await page.goto('/home');
  await choose(page, "Marino's Pizza");
  await page.goto('/home/menu');
  await page.getByRole('list', { name: 'Items' }).getByRole('button').first().click();
  await expect(page.getByRole('dialog', { name: /at Marino's Pizza$/ })).toBeVisible();
});
