import { expect, owner, scrollsSideways, signIn, test } from '../fixtures/test';

test.use({ serviceWorkers: 'allow' });

test.describe('guests', () => {
  for (const path of ['/auth/login', '/auth/register', '/auth/forgot']) {
    test(`${path} is axe-clean and fits the screen`, async ({ page, axe }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await axe();
      expect(await scrollsSideways(page)).toBe(false);
    });
  }

  test('sign-in does not wait for the charts', async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      // The service worker fetches all files when the page is idle.
      if (request.resourceType() === 'script' && !request.serviceWorker()) {
        scripts.push(request.url());
      }
    });
    await page.goto('/auth/login');
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((url) => url.includes('echarts'))).toEqual([]);
  });

  test('a wrong password is refused with a message', async ({ page, axe }) => {
    await page.goto('/auth/login');
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Email or Password is incorrect!')).toBeVisible();
    await axe();
  });

  test('a page of the signed-in comes back after login', async ({ page }) => {
    await page.goto('/profile');
    await expect(page).toHaveURL(/\/auth\/login\?returnUrl=%2Fprofile$/);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(/\/profile$/);
  });
});

test.describe('signed in', () => {
  test.beforeEach(async ({ page }) => signIn(page));

  const pages = [
    ['/more', 'More'],
    ['/profile', 'Profile'],
    ['/home/restaurant-location', 'Restaurant Locations'],
    ['/stripe-transactions', 'Transactions'],
  ] as const;
  for (const [path, title] of pages) {
    test(`${path} is axe-clean and fits the screen`, async ({ page, axe }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await axe();
      expect(await scrollsSideways(page)).toBe(false);
    });
  }

  test('signing out ends the session, and the way back is closed', async ({ page }) => {
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/auth\/login$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/auth\/login/);
  });

  test('one session serves two tabs, and ends in both', async ({ page, context }) => {
    const other = await context.newPage();
    await other.goto('/profile');
    await expect(other.getByRole('heading', { name: 'Profile' })).toBeVisible();
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click();
    await expect(other).toHaveURL(/\/auth\/login$/);
  });
});
