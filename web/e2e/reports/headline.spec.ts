import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../fixtures/test';

/** The lower edge of an element, in px of the screen. */
async function lowerEdge(page: Page, name: string): Promise<number> {
  const box = await page.getByRole('region', { name, exact: true }).boundingBox();
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
}

test('the total of a report stands on the first screen, above the chart', async ({ page, axe }) => {
  await signIn(page);
  await page.goto('/home/daily-sales');
  const total = page.getByTestId('report-total');
  await expect(total).toHaveText(/^\$[\d,]+\.\d\d$/);
  const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
  expect(await lowerEdge(page, 'Gross sales, total')).toBeLessThan(bar?.y ?? 0);
  expect(await lowerEdge(page, 'Gross sales, total')).toBeLessThan(await lowerEdge(page, 'Charts'));
  await axe();
});

test('the usual dates cost one tap', async ({ page }) => {
  await signIn(page);
  await page.goto('/home/daily-sales');
  const chips = page.getByRole('group', { name: 'Choose dates' });
  const total = page.getByTestId('report-total');
  await expect(chips.getByRole('button', { name: 'Today' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  for (const name of ['Yesterday', 'This week', 'Last week', 'This month', 'Last month']) {
    const chip = chips.getByRole('button', { name });
    await chip.click();
    await expect(chip).toHaveAttribute('aria-pressed', 'true');
    // This week and this month may be today alone, which the address leaves out.
    if (!name.startsWith('This')) await expect(page).toHaveURL(/from=/);
    await expect(total).toHaveText(/^\$[\d,]+\.\d\d$/);
  }
});

test('location and dates share a row, which opens into the date filter', async ({ page, axe }) => {
  await signIn(page);
  await page.goto('/home/daily-sales');
  const dates = page.getByRole('button', { name: /^Dates/ });
  const strip = page.getByRole('button', { name: /^(Change|Select)$/ });
  const rows = await Promise.all([dates.boundingBox(), strip.boundingBox()]);
  const [one, other] = rows.map((box) => (box ? box.y + box.height / 2 : 0));
  expect(Math.abs((one ?? 0) - (other ?? 0))).toBeLessThan(24);
  await expect(page.getByRole('search')).toBeHidden();
  await dates.click();
  await expect(page.getByRole('search').getByText('To', { exact: true })).toBeVisible();
  await axe();
});
