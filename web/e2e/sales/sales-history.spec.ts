import type { Page } from '@playwright/test';
import { checkSummary } from '../../src/testing/data/reportRows';
import { call, expect, signIn, test, wholeWeek } from '../fixtures/test';

const location = 'demo-pizza';

interface Check {
  posCheckID: string;
  grossSales: number;
  employeeName: string | null;
  paymentTypes: string[];
}

const rows = (page: Page) => page.getByRole('button', { name: /^#/ });

test('checks are found by number, amount, payment and employee', async ({ page, axe }) => {
  await signIn(page);
  const { from, to } = wholeWeek();
  const span = { startDate: from, endDate: to, posID: location };
  const { checkReportList: checks } = await call<{ checkReportList: Check[] }>(
    page,
    'get-inside-sales',
    span,
  );
  const one = checks.find((check) => check.employeeName && check.paymentTypes.length > 0);
  if (one === undefined) throw new Error(`no checks at ${location} from ${from} to ${to}`);

  await page.goto(`/home/sales-history?from=${from}&to=${to}&posID=${location}`);
  await expect(rows(page).first()).toBeVisible();
  const box = page.getByRole('searchbox');
  const amount = one.grossSales.toFixed(2);
  const [employee = ''] = (one.employeeName ?? '').split(' ');
  const [payment = ''] = one.paymentTypes;

  await box.fill(one.posCheckID);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(`#${one.posCheckID}`);

  for (const [words, shown] of [
    [amount, `$${one.grossSales.toLocaleString('en-US', { minimumFractionDigits: 2 })}`],
    [payment.toLowerCase(), payment],
    [employee.toLowerCase(), employee],
  ] as const) {
    await box.fill(words);
    await expect(page).toHaveURL(
      new RegExp(`q=${encodeURIComponent(words).replace('%20', '\\+')}`),
    );
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(rows(page).first()).toContainText(shown);
  }

  await box.fill('no such words');
  await expect(page.getByText('No checks match your search.')).toBeVisible();
  await axe();
});

/** Checks of a busy restaurant's year; pages larger than the app's, for speed. */
const all = 100_000;
const pageSize = 1_000;

function checkAt(index: number) {
  const day = new Date(Date.UTC(2026, 9, 31) - Math.floor(index / 300) * 86_400_000);
  const businessDate = day.toISOString().slice(0, 10);
  return checkSummary(`n-${index}`, {
    posID: location,
    businessDate,
    openTime: `${businessDate}T12:00:00`,
    closeTime: `${businessDate}T12:40:00`,
  });
}

test('the list stays smooth and small at 100,000 checks', async ({ page }) => {
  await signIn(page);
  const requested: number[] = [];
  await page.route('**/get-inside-sales', async (route) => {
    const first = Number(route.request().postDataJSON().cursor ?? 0);
    requested.push(first);
    const checkReportList = Array.from({ length: pageSize }, (_, at) => checkAt(first + at));
    const nextCursor = first + pageSize < all ? String(first + pageSize) : null;
    await route.fulfill({
      json: { status: 200, body: { checkReportList, nextCursor }, message: '' },
    });
  });
  await page.goto(`/home/sales-history?posID=${location}`);
  await expect(page.getByText('#n-0')).toBeVisible();

  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  /** Processor time of the page so far, in milliseconds. */
  const cost = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  /** Scrolls down until this many checks are known; answers the cost of a page. */
  const down = async (wanted: number, pages: number) => {
    const before = await cost();
    await page.evaluate(async (wanted) => {
      const known = () =>
        Number(document.querySelector('[role=listitem]')?.getAttribute('aria-setsize'));
      while (known() < wanted) {
        window.scrollTo(0, document.documentElement.scrollHeight);
        await new Promise((next) => requestAnimationFrame(next));
      }
    }, wanted);
    return ((await cost()) - before) / pages;
  };
  const few = 20;
  const early = await down((few + 1) * pageSize, few);
  await down(all - few * pageSize, all / pageSize - 2 * few - 1);
  const late = await down(all, few);
  // Each once, in order. The first is read again after each sale.
  const behind = requested.filter((first) => first > 0);
  expect(behind).toEqual(
    Array.from({ length: all / pageSize - 1 }, (_, at) => (at + 1) * pageSize),
  );
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByText(`#n-${all - 1}`)).toBeVisible({ timeout: 500 });
  }).toPass();

  // Up again, a screen every few frames: dropped pages are read again.
  const frames = await page.evaluate(async () => {
    const gaps: number[] = [];
    let last = performance.now();
    for (let n = 0; n < 200; n++) {
      window.scrollBy(0, -150);
      const now = await new Promise<number>((next) => requestAnimationFrame(next));
      gaps.push(now - last);
      last = now;
    }
    return gaps;
  });
  const shown = await page.getByRole('listitem').count();
  const median = (numbers: number[]) =>
    numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  const frame = median(frames);
  test.info().annotations.push({
    type: 'measured',
    description: `a page: first ${early.toFixed(0)} ms, last ${late.toFixed(0)} ms; a frame: ${frame.toFixed(1)} ms, slowest ${Math.max(...frames).toFixed(0)} ms; ${shown} rows`,
  });
  expect(shown).toBeLessThan(80);
  // A page costs the same at the end of the list; the rest allows for a busy machine.
  expect(late).toBeLessThan(3 * early + 50);
});
