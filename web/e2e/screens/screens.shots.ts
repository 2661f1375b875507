import path from 'node:path';
import { type Page, test } from '@playwright/test';
import { owner } from '../fixtures/test';

const folder = path.resolve('../docs/screens');

/** Every screen there is, by the name of its picture. */
const guests = { login: '/auth/login', register: '/auth/register' };
const signedIn = {
  home: '/home',
  'daily-sales': '/home/daily-sales',
  'history-report': '/home/history-report',
  'sales-history': '/home/sales-history',
  more: '/more',
  profile: '/profile',
  'restaurant-location': '/home/restaurant-location',
  'coming-soon': '/promotions',
};

async function shoot(page: Page, name: string, scheme: string) {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({
    path: path.join(folder, `${name}-${scheme}.png`),
    animations: 'disabled',
  });
}

for (const scheme of ['light', 'dark'] as const) {
  test.describe(scheme, () => {
    test.use({ colorScheme: scheme });

    test('guests', async ({ page }) => {
      for (const [name, route] of Object.entries(guests)) {
        await page.goto(route);
        await shoot(page, name, scheme);
      }
    });

    test('signed in', async ({ page }) => {
      await page.goto('/auth/login');
      await page.getByLabel('Email').fill(owner.email);
      await page.getByLabel('Password', { exact: true }).fill(owner.password);
      await page.getByRole('button', { name: 'Login' }).click();
      await page.waitForURL('**/home');
      for (const [name, route] of Object.entries(signedIn)) {
        await page.goto(route);
        await page
          .locator('.mantine-Skeleton-root')
          .first()
          .waitFor({ state: 'detached' })
          .catch(() => undefined);
        await shoot(page, name, scheme);
      }
      for (const tab of ['Hourly', 'Item']) {
        await page.goto('/home/daily-sales');
        await page.getByRole('tab', { name: tab, exact: true }).click();
        await shoot(page, `daily-sales-${tab.toLowerCase()}`, scheme);
      }
    });
  });
}
