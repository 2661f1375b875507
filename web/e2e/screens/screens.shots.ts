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
  await page.evaluate(() => document.fonts.ready);
  // Charts draw themselves after their data came; the live stream keeps the network from ever being idle.
  await page.waitForTimeout(1_000);
  await page.screenshot({
    path: path.join(folder, `${name}-${scheme}.png`),
    animations: 'disabled',
  });
}

test.setTimeout(180_000);

async function enter(page: Page, { email, password }: typeof owner) {
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
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

    test('newcomers', async ({ page, request }) => {
      const email = `screens-${Date.now().toString(36)}@saffron.example`;
      const password = 'a-newcomers-secret';
      const person = { firstName: 'New', lastName: 'Owner', email, phone: '2125550123', password };
      await request.post('/api-restaurant-pos/restaurantpro/signup', { data: person });
      await enter(page, { email, password });
      await page.waitForURL('**/welcome');
      await shoot(page, 'welcome', scheme);
      await page.goto('/link-restaurant');
      await page.getByLabel('Location ID').waitFor();
      await shoot(page, 'link-restaurant', scheme);
    });

    test('signed in', async ({ page }) => {
      await enter(page, owner);
      await page.waitForURL('**/home');
      await page.getByRole('button', { name: 'Select' }).click();
      await shoot(page, 'location-sheet', scheme);
      // What shows one location shows the restaurant of the demo.
      await page.evaluate(() =>
        localStorage.setItem('default_location', JSON.stringify('demo-pizza')),
      );
      for (const [name, route] of Object.entries(signedIn)) {
        await page.goto(route);
        await page
          .locator('.mantine-Skeleton-root')
          .first()
          .waitFor({ state: 'detached' })
          .catch(() => undefined);
        await shoot(page, name, scheme);
      }
      await page.goto('/home/sales-history');
      await page
        .getByRole('button', { name: /\d+:\d\d/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
      await shoot(page, 'check-details', scheme);
      await page.goto('/home/daily-sales');
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('dialog').waitFor();
      await shoot(page, 'filter-sheet', scheme);
      for (const tab of ['Hourly', 'Item']) {
        await page.goto('/home/daily-sales');
        await page.getByRole('tab', { name: tab, exact: true }).click();
        await shoot(page, `daily-sales-${tab.toLowerCase()}`, scheme);
      }
    });
  });
}
