import type { Page } from '@playwright/test';
import { expect, signIn, test, wholeWeek } from '../fixtures/test';

test.use({ serviceWorkers: 'allow' });

/** Bytes after Brotli as in scripts/check-size.mjs, with room for the headers of a few answers. */
const most = { script: 170_000 + 4_000, stylesheet: 35_000 + 4_000 };
/** Bytes that Home may add, and its most files in all: each waits for its turn on a slow connection. */
const home = { script: 35_000, files: 14 };

/** Scripts that a page loads itself; the service worker fetches all files when the page is idle. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && !request.serviceWorker()) {
      scripts.push(request.url());
    }
  });
  return scripts;
}

/** Scripts and styles that a page loads on a first visit before `last`, with their bytes on the wire. */
async function filesOf(page: Page, last?: string) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true });
  await browser.send('Network.setBypassServiceWorker', { bypass: true });
  const kinds = new Map<string, keyof typeof most>();
  const sums = { script: 0, stylesheet: 0 };
  let over = false;
  browser.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    if (last !== undefined && request.url.endsWith(last)) over = true;
    if (over) return;
    if (type === 'Script') kinds.set(requestId, 'script');
    if (type === 'Stylesheet') kinds.set(requestId, 'stylesheet');
  });
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind) sums[kind] += encodedDataLength;
  });
  return { sums, count: () => kinds.size };
}

test('the sign-in screen needs a small part of the app', async ({ page }) => {
  const { sums } = await filesOf(page);
  await page.goto('/auth/login');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(sums.script).toBeGreaterThan(50_000);
  expect(sums.stylesheet).toBeGreaterThan(5_000);
  expect(sums.script).toBeLessThan(most.script);
  expect(sums.stylesheet).toBeLessThan(most.stylesheet);
});

test('Home requests its figures after few files', async ({ page }) => {
  await signIn(page);
  const first = await page.context().newPage();
  const { sums, count } = await filesOf(first, '/get-daily-sales-labor');
  await first.goto('/home');
  await expect(first.getByTestId('todays-sales')).toBeVisible();
  expect(sums.script).toBeGreaterThan(most.script / 2);
  expect(sums.script).toBeLessThan(most.script + home.script);
  expect(sums.stylesheet).toBeLessThan(most.stylesheet);
  expect(count()).toBeGreaterThan(3);
  expect(count()).toBeLessThan(home.files);
});

test('the chart library loads with the first chart', async ({ page }) => {
  await signIn(page);
  const charts = (urls: string[]) => urls.filter((url) => url.includes('/echarts-'));
  const elsewhere = await page.context().newPage();
  const loaded = scriptsOf(elsewhere);
  for (const path of ['/home', '/more', '/profile', '/customers', '/stripe-transactions']) {
    await elsewhere.goto(path);
    await expect(elsewhere.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(charts(loaded)).toEqual([]);
  const { from, to } = wholeWeek();
  await elsewhere.goto(`/home/daily-sales?from=${from}&to=${to}`);
  await expect.poll(() => charts(loaded)).toHaveLength(2);
});
