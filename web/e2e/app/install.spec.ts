import type { Page } from '@playwright/test';
import { workerControls } from '../fixtures/browser/worker';
import { deployment } from '../fixtures/servers/deployment';
import { expect, signIn, test } from '../fixtures/test';

test.use({ serviceWorkers: 'allow' });

const loginIsShown = (page: Page) =>
  expect(page.getByRole('button', { name: 'Login' })).toBeVisible();

test('the browser finds the app installable', async ({ page, context }) => {
  await page.goto('/auth/login');
  await workerControls(page);
  const browser = await context.newCDPSession(page);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // A test's window is like a private one: that is the only obstacle.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { errors, data, url } = await browser.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(new URL(url).pathname).toBe('/manifest.webmanifest');
  const manifest = JSON.parse(data ?? '{}');
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone' });
  const names = manifest.shortcuts.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["Today's sales", 'Sales history', 'Menu', 'Notifications']);

  type Picture = { src: string; sizes: string; type: string };
  const pictures: Picture[] = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }: { icons: Picture[] }) => icons),
  ];
  const sizes = await page.evaluate(
    async (sources) => {
      const images = sources.map((src) => Object.assign(new Image(), { src }));
      await Promise.all(images.map((image) => image.decode()));
      return images.map(({ naturalWidth, naturalHeight }) => `${naturalWidth}x${naturalHeight}`);
    },
    pictures.map(({ src }) => src),
  );
  expect(sizes).toEqual(pictures.map(({ sizes }) => sizes));
});

test('the app is revalidated at each load, its files never', async ({ request }) => {
  for (const path of ['/', '/index.html', '/sw.js', '/manifest.webmanifest', '/home']) {
    const answer = await request.get(path, { headers: { accept: 'text/html,*/*' } });
    expect(answer.headers()['cache-control'], path).toBe('no-cache');
  }
  const page = await (await request.get('/')).text();
  const [script = ''] = /\/assets\/index-[\w-]+\.js/.exec(page) ?? [];
  const answer = await request.get(script);
  expect(answer.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
});

test("the browser's offer is kept for More", async ({ page, axe }) => {
  await signIn(page);
  const install = page.getByRole('button', { name: /^Install Saffron/ });
  await page.goto('/more');
  await expect(page.getByRole('button', { name: 'Logout' }).last()).toBeVisible();
  await expect(install).toBeHidden();
  const prevented = page.evaluate(
    () =>
      new Promise((resolve) => {
        const offer = new Event('beforeinstallprompt', { cancelable: true });
        Object.assign(offer, { prompt: async () => resolve(offer.defaultPrevented) });
        window.dispatchEvent(offer);
      }),
  );
  await expect(install).toBeVisible();
  await axe();
  await install.click();
  expect(await prevented).toBe(true);
  await expect(install).toBeHidden();
});

test.describe('a new version', () => {
  test('is offered, and activated by a tap', async ({ page, axe }) => {
    const app = await deployment();
    try {
      await page.goto(`${app.url}/auth/login`);
      await workerControls(page);
      await page.getByLabel('Email').fill('half@written');
      app.deploy();
      const look = () =>
        page.evaluate(async () => {
          await (await navigator.serviceWorker.getRegistration())?.update();
        });
      await look();
      const toast = page
        .getByRole('status')
        .filter({ hasText: 'A new version of Saffron is ready.' });
      await expect(toast).toBeVisible();
      await axe();
      // The typed text is kept until the update is chosen.
      await expect(page.getByLabel('Email')).toHaveValue('half@written');
      let loads = 0;
      page.on('framenavigated', () => {
        loads += 1;
      });
      await toast.getByRole('button', { name: 'Update' }).click();
      await expect(page.getByLabel('Email')).toHaveValue('');
      await loginIsShown(page);
      await look();
      expect(loads).toBe(1);
      await expect(toast).toBeHidden();
    } finally {
      await app.close();
    }
  });

  test('is offered in the other tabs too, without a reload', async ({ page, context }) => {
    const app = await deployment();
    try {
      await page.goto(`${app.url}/auth/login`);
      await workerControls(page);
      const other = await context.newPage();
      await other.addInitScript(() => {
        // A browser that stays busy: it runs only what has a limit.
        window.requestIdleCallback = (run, { timeout = 0 } = {}) =>
          timeout === 0 ? 0 : Number(setTimeout(run, timeout));
      });
      await other.goto(`${app.url}/auth/register`);
      await workerControls(other);
      await other.getByLabel('First name').fill('Half');
      app.deploy();
      await page.evaluate(async () => {
        await (await navigator.serviceWorker.getRegistration())?.update();
      });
      await page.getByRole('button', { name: 'Update' }).click();
      await expect(other.getByText('A new version of Saffron is ready.')).toBeVisible();
      await expect(other.getByLabel('First name')).toHaveValue('Half');
      await other.getByRole('button', { name: 'Update' }).click();
      await expect(other.getByLabel('First name')).toHaveValue('');
    } finally {
      await app.close();
    }
  });

  test.describe('without a worker', () => {
    test.beforeEach(({ page }) =>
      page.addInitScript(() => {
        navigator.serviceWorker.register = () => new Promise(() => undefined);
      }),
    );

    test('a page whose code is gone reloads once', async ({ page }) => {
      let gone = 0;
      await page.route('**/assets/RegisterPage-*.js', (route) => {
        gone += 1;
        return gone === 1 ? route.fulfill({ status: 404 }) : route.fallback();
      });
      await page.goto('/auth/login');
      await page.getByRole('link', { name: /Sign ?up|Register|Create/i }).click();
      await expect(page.getByLabel('First name')).toBeVisible();
      expect(gone).toBe(2);
    });

    test('a page whose code stays missing shows advice', async ({ page, axe }) => {
      await page.route('**/assets/RegisterPage-*.js', (route) => route.fulfill({ status: 404 }));
      await page.goto('/auth/login');
      await page.getByRole('link', { name: /Sign ?up|Register|Create/i }).click();
      await expect(
        page.getByText('This page could not be loaded. Please try again.'),
      ).toBeVisible();
      await axe();
      await page.unroute('**/assets/RegisterPage-*.js');
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(page.getByLabel('First name')).toBeVisible();
    });
  });
});

test('a browser without service workers shows a warning', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  });
  await page.goto('/auth/login');
  await expect(
    page.getByText('Service workers are disabled or not supported by this browser'),
  ).toBeVisible();
  await loginIsShown(page);
});

test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  });

  const sheet = (page: Page) => page.getByRole('dialog', { name: 'Add to Home screen' });

  test('a hint explains the home screen once, after figures', async ({ page, axe }) => {
    await signIn(page);
    await expect(page.getByTestId('todays-sales')).toBeVisible();
    await expect(sheet(page)).toBeHidden();
    await page.getByRole('link', { name: 'More', exact: true }).click();
    await expect(sheet(page)).toBeVisible();
    await expect(sheet(page)).toContainText('Saffron');
    await expect(sheet(page)).toContainText('Tap the share icon');
    await axe();
    await sheet(page).getByRole('button', { name: 'Close' }).last().click();
    await expect(sheet(page)).toBeHidden();
    await page.goto('/home');
    await expect(page.getByTestId('todays-sales')).toBeVisible();
    await page.getByRole('link', { name: 'More', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'More' })).toBeVisible();
    await expect(sheet(page)).toBeHidden();
  });

  test('no hint shows in an app from the home screen', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'standalone', { value: true });
    });
    await signIn(page);
    await expect(page.getByTestId('todays-sales')).toBeVisible();
    await page.getByRole('link', { name: 'More', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'More' })).toBeVisible();
    await expect(sheet(page)).toBeHidden();
  });
});
