import { readFile } from 'node:fs/promises';
import { parseCsv } from '../fixtures/csv';
import { expect, signIn, test, wholeWeek } from '../fixtures/test';

test('a figure leads to its report, checks and items, and back', async ({ page, axe }) => {
  await signIn(page);
  const { from, to } = wholeWeek();

  await test.step('from Home to the report of a figure', async () => {
    await page.getByRole('link', { name: 'Labor %' }).click();
    await expect(page).toHaveURL(/\/home\/daily-sales\?tab=labor(&|$)/);
    await expect(page.getByRole('tab', { name: 'Labor', exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.goBack();
    await page.getByRole('link', { name: "Today's sales" }).click();
    await expect(page).toHaveURL(/\/home\/daily-sales\?tab=sales(&|$)/);
  });

  await test.step('from a row of a report to its checks', async () => {
    // One location and past days.
    await page.evaluate(() =>
      localStorage.setItem('default_location', JSON.stringify('demo-pizza')),
    );
    await page.goto(`/home/daily-sales?tab=payment&from=${from}&to=${to}`);
    await page.getByRole('button', { name: 'Visa', exact: true }).click();
    await page.getByRole('link', { name: 'Show checks' }).click();
    await expect(page).toHaveURL(/\/home\/sales-history\?.*q=Visa/);
    await expect(page.getByRole('searchbox')).toHaveValue('Visa');
  });

  await test.step('from a check to an item, and back to the check', async () => {
    const first = page.getByRole('button', { name: /^#/ }).first();
    await expect(first).toContainText('Visa');
    await first.click();
    const sheet = page.getByRole('dialog');
    const line = sheet.getByRole('listitem').first().getByRole('link');
    const item = (await line.textContent()) ?? '';
    await axe();
    await line.click();
    await expect(page).toHaveURL(/\/home\/daily-sales\?tab=item&/);
    await expect(page.getByRole('searchbox')).toHaveValue(item);
    await expect(page.getByRole('button', { name: item, exact: true })).toBeVisible();
    await page.goBack();
    await expect(sheet.getByRole('link', { name: item }).first()).toBeVisible();
  });
});

test('a CSV file holds the figures of the screen', async ({ page }) => {
  await signIn(page);
  const { from, to } = wholeWeek();
  await page.goto(`/home/daily-sales?tab=item&from=${from}&to=${to}`);
  const total = page.getByRole('row', { name: /^Total/ }).first();
  await expect(total).toBeVisible();
  const shown = /\$([\d,]+\.\d\d)/.exec((await total.getByRole('cell').textContent()) ?? '')?.[1];

  await page.getByRole('button', { name: 'Report options' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`saffron-item-sales-${from}-${to}.csv`);
  const text = await readFile(await download.path(), 'utf8');
  // Without this mark spreadsheets guess another encoding.
  expect(text.charCodeAt(0)).toBe(0xfeff);
  const [names = [], ...rows] = parseCsv(text.slice(1));
  expect(names.slice(0, 6)).toEqual([
    'Location ID',
    'Item ID',
    'Item',
    'Major category',
    'Minor category',
    'Gross sales',
  ]);
  const column = names.indexOf('Gross sales');
  const inCents = (row: string[]) => Math.round(Number(row[column]) * 100);
  const sums = rows.pop() ?? [];
  expect(sums[0]).toBe('Total');
  const cents = rows.reduce((sum, row) => sum + inCents(row), 0);
  expect(inCents(sums)).toBe(cents);
  const dollars = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  expect(dollars).toBe(shown);
  // Each row names its restaurant.
  expect(rows.every((row) => (row[names.indexOf('Location')] ?? '') !== '')).toBe(true);
});
