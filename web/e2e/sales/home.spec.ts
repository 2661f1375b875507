import { expect, signIn, test, withoutStream } from '../fixtures/test';

test.describe('Home', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page);
    await expect(page.getByTestId('todays-sales')).toBeVisible();
  });

  test('shows two locations on the first screen of a phone', async ({ page }) => {
    const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
    const locations = page.getByRole('region', { name: 'Locations' }).getByRole('listitem');
    for (const seen of [
      page.getByTestId('todays-sales'),
      ...['Labor %', 'Cost %', 'Profit', 'Checks', 'Covers'].map((name) =>
        page.getByRole('link', { name, exact: true }),
      ),
      locations.nth(0),
      locations.nth(1),
    ]) {
      const box = await seen.boundingBox();
      expect(box && box.y + box.height).toBeLessThanOrEqual(bar?.y ?? 0);
    }
    const size = await page
      .getByTestId('todays-sales')
      .evaluate((node) => getComputedStyle(node).fontSize);
    expect(size).toBe('40px');
  });

  test('ranks the worst first, and explains a figure', async ({ page, axe }) => {
    const rows = page
      .getByRole('region', { name: 'Locations' })
      .getByRole('listitem')
      .getByRole('button');
    await expect(rows).toHaveCount(3);
    const sales = async () => (await rows.allTextContents()).map(dollars);
    const best = await sales();
    expect(best).toEqual(best.toSorted((a, b) => b - a));
    await page.getByRole('button', { name: 'Best first' }).click();
    await expect(page).toHaveURL(/order=worst/);
    await expect(page.getByRole('button', { name: 'Worst first' })).toBeVisible();
    const worst = await sales();
    expect(worst).toEqual(worst.toSorted((a, b) => a - b));
    await page.getByText('Growth', { exact: true }).click();
    await axe();

    await page.getByRole('button', { name: /Cost %/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Cost %' });
    await expect(sheet).toContainText('Cost as a percentage of net sales.');
    await axe();
    await sheet.getByRole('button', { name: 'Got It' }).click();
    await expect(sheet).toBeHidden();
  });

  test("draws the whole of last week's day, and today's up to now", async ({ page }) => {
    const table = page.getByRole('table', { name: /Running total of today's sales/ });
    const last = table.getByRole('row').last().getByRole('cell');
    await expect(last.nth(1)).toHaveText(/^\$[\d,]+\.\d\d$/);
    // Before the day's first check there is no curve of today.
    const shown = await page.getByTestId('todays-sales').textContent();
    const sold = shown !== '$0.00' && !shown?.startsWith('Opens at');
    if (sold) await expect(table.getByRole('rowheader', { name: 'Now' })).toHaveCount(1);
  });
});

test('Home says before the first sale when the day usually opens', async ({ page, axe }) => {
  await withoutStream(page);
  await page.route('**/get-daily-sales-labor', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const row of answer.body) {
      Object.assign(row, {
        checks: 0,
        grossSales: 0,
        // With an open check the day has begun.
        openChecks: 0,
        openSales: 0,
        usuallyOpensAt: `${row.businessDate}T11:15:00`,
      });
    }
    await route.fulfill({ response, json: answer });
  });
  await signIn(page);
  await expect(page.getByTestId('todays-sales')).toHaveText('Opens at 11:15 AM');
  await expect(page.getByText(/^Usually; last \w+day \$[\d,]+$/)).toBeVisible();
  await axe();
  const waiting = page.getByRole('navigation', { name: 'For you' }).getByRole('link');
  await expect(waiting).toHaveCount(2);
});

/** Sales in the text of a row. */
function dollars(row: string): number {
  return Number(/\$([\d,]+\.\d\d)/.exec(row)?.[1]?.replaceAll(',', ''));
}
