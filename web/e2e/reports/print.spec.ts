import { expect } from '@playwright/test';
import { signIn, test, wholeWeek } from '../fixtures/test';

/** The width of A4 between its margins, in pixels. */
const paper = 703;

const { from, to } = wholeWeek();
const week = `?from=${from}&to=${to}`;

const chart = '[_echarts_instance_] svg';

test('a chart on paper is as wide as the page', async ({ page }) => {
  await signIn(page);
  await page.goto(`/home/daily-sales${week}`);
  await expect(page.locator(chart).first()).toBeVisible();
  await expect(page.getByRole('table').first()).toBeVisible();
  await page.evaluate((drawn) => {
    addEventListener('beforeprint', () => {
      document.body.dataset.chartOnPaper =
        document.querySelector(drawn)?.getAttribute('width') ?? '';
    });
  }, chart);
  // A chart that is still in its first frame is printed as it is.
  await expect
    .poll(async () => {
      await page.pdf();
      return Number(await page.locator('body').getAttribute('data-chart-on-paper'));
    })
    .toBeGreaterThan(paper);
});

for (const path of ['/home/daily-sales', '/home/history-report']) {
  test(`lists of ${path} fit their column on paper`, async ({ page }) => {
    await signIn(page);
    await page.goto(path + week);
    await expect(page.getByRole('table').first()).toBeVisible();
    await page.setViewportSize({ width: paper, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    // A table may stand in two columns, a row does not.
    const tooWide = await page
      .locator('main tr:visible')
      .evaluateAll((rows) =>
        rows
          .filter(
            (row) => (row as HTMLElement).offsetWidth > (row.closest('section')?.clientWidth ?? 0),
          )
          .map((row) => row.textContent),
      );
    expect(tooWide).toEqual([]);
  });
}
