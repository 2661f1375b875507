import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures/test';

/** Bytes after Brotli, as scripts/check-size.mjs has them, and room for the headers of a few answers. */
const most = { script: 170_000 + 4_000, stylesheet: 35_000 + 4_000 };

/** Scripts that a page asks for itself; the service worker fetches everything, once the page has come to rest. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && !request.serviceWorker()) {
      scripts.push(request.url());
    }
  });
  return scripts;
}

test('the sign-in screen is there after a small part of the app', async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true });
  const kinds = new Map<string, keyof typeof most>();
  const sums = { script: 0, stylesheet: 0 };
  browser.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type === 'Script') kinds.set(requestId, 'script');
    if (type === 'Stylesheet') kinds.set(requestId, 'stylesheet');
  });
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind) sums[kind] += encodedDataLength;
  });
  await page.goto('/auth/login');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  expect(sums.script).toBeGreaterThan(50_000);
  expect(sums.stylesheet).toBeGreaterThan(5_000);
  expect(sums.script).toBeLessThan(most.script);
  expect(sums.stylesheet).toBeLessThan(most.stylesheet);
});

test('the chart library is asked for where a chart shows, and not before', async ({ page }) => {
  await signIn(page);
  const charts = (urls: string[]) => urls.filter((url) => url.includes('/echarts-'));
  const elsewhere = await page.context().newPage();
  const asked = scriptsOf(elsewhere);
  for (const path of ['/more', '/profile', '/customers', '/stripe-transactions']) {
    await elsewhere.goto(path);
    await expect(elsewhere.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(charts(asked)).toEqual([]);
  await elsewhere.goto('/home');
  await expect.poll(() => charts(asked)).toHaveLength(1);
});
