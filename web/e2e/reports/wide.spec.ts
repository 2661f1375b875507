import type { Page } from '@playwright/test';
import catalogue from '../../../proto/figures.json' with { type: 'json' };
import { expect, scrollsSideways, signIn, test, wholeWeek } from '../fixtures/test';

const { from, to } = wholeWeek();
const details = (page: Page) => page.getByRole('complementary').filter({ hasNotText: 'Test Mode' });
const checks = (page: Page) => page.getByRole('button', { name: /^#/ });

for (const width of [820, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 1000 }, isMobile: false, hasTouch: false });

    test('all tabs of the reports are in sight', async ({ page, axe }) => {
      await signIn(page);
      await page.goto(`/home/daily-sales?tab=item&from=${from}&to=${to}`);
      const tabs = page.getByRole('tab');
      await expect(tabs).toHaveCount(catalogue.reports.length);
      for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 });
      expect(await scrollsSideways(page)).toBe(false);
      await axe();
    });

    test('a report sorts by each figure from the keyboard', async ({ page }) => {
      await signIn(page);
      await page.goto(`/home/daily-sales?tab=item&from=${from}&to=${to}`);
      const table = page.getByRole('table', { name: 'Item sales' });
      const quantities = async () => {
        const cells = await table.locator('tbody ~ tbody tr > td:nth-child(4)').allTextContents();
        return cells.map((text) => Number(text.replaceAll(',', '')));
      };
      const head = table.getByRole('columnheader', { name: 'Quantity' });
      await head.getByRole('button').focus();
      await page.keyboard.press('Enter');
      await expect(head).toHaveAttribute('aria-sort', 'descending');
      const most = await quantities();
      expect(most.length).toBeGreaterThan(10);
      expect(most).toEqual(most.toSorted((a, b) => b - a));
      await page.keyboard.press('Enter');
      await expect(head).toHaveAttribute('aria-sort', 'ascending');
      const least = await quantities();
      expect(least).toEqual(least.toSorted((a, b) => a - b));
      expect(least[0]).toBeLessThan(most[0] ?? 0);
      await page.keyboard.press('Enter');
      await expect(head).not.toHaveAttribute('aria-sort');
    });

    test('a check opens beside its list, and Escape returns to its row', async ({ page, axe }) => {
      await signIn(page);
      await page.goto(`/home/sales-history?from=${from}&to=${to}&posID=demo-pizza`);
      const first = checks(page).first();
      await expect(first).toBeVisible();
      const whole = (await first.boundingBox())?.width ?? 0;
      await first.focus();
      await page.keyboard.press('Enter');
      await expect(details(page).getByRole('heading').first()).toBeFocused();
      await expect(first).toBeVisible();
      expect((await first.boundingBox())?.width).toBeLessThan(whole);
      await axe();
      await page.keyboard.press('Escape');
      await expect(details(page)).toHaveCount(0);
      await expect(first).toBeFocused();
      await first.click();
      await details(page).getByRole('button', { name: 'Close' }).click();
      await expect(details(page)).toHaveCount(0);
      await first.click();
      await expect(details(page)).toBeVisible();
      await page.goBack();
      await expect(details(page)).toHaveCount(0);
      await expect(first).toBeVisible();
    });
  });
}

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

  test('location and dates stand beside a report', async ({ page }) => {
    await signIn(page);
    await page.goto('/home/daily-sales');
    const today = page.getByRole('button', { name: 'Today', exact: true });
    const total = page.getByTestId('report-total');
    await expect(total).toContainText('$');
    const [dates, sum] = [await today.boundingBox(), await total.boundingBox()];
    expect((dates?.x ?? 0) + (dates?.width ?? 0)).toBeLessThan(sum?.x ?? 0);
    await page.getByRole('button', { name: 'Last month' }).click();
    await page.mouse.wheel(0, 2_000);
    await expect(today).toBeInViewport();
  });
});
