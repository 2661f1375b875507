import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Location } from '../../src/api';
import { parseCsv } from '../fixtures/csv';
import { chooseLocation } from '../fixtures/people';
import { expect, signIn, test } from '../fixtures/test';

const location = 'demo-pizza';

/** The lists of a location: the page, the file's name, and a column that its last row sums. */
const lists: readonly [string, string, string | null][] = [
  ['/home/sales-history', 'checks', 'Gross sales'],
  ['/customers?segment=away30&sort=spend', 'customers', 'Spend'],
  ['/home/menu', 'menu', null],
  ['/home/menu?part=promotions', 'promotions', 'Redemptions'],
  ['/admin-configuration/menu?part=changes', 'menu-edits', null],
  ['/stripe-transactions', 'payments', 'Amount'],
  ['/stripe-payouts', 'payouts', 'Amount'],
  ['/payout', 'online-payouts', 'Amount'],
  ['/text-marketing', 'campaigns', 'Recipients'],
];

/** The file of the shown list. */
async function download(page: Page): Promise<{ name: string; lines: string[][] }> {
  await page.getByRole('button', { name: 'List options' }).first().click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download CSV' }).click();
  const file = await downloading;
  const text = await readFile(await file.path(), 'utf8');
  // Without this mark spreadsheets guess another encoding.
  expect(text.charCodeAt(0)).toBe(0xfeff);
  return { name: file.suggestedFilename(), lines: parseCsv(text.slice(1)) };
}

const inHundredths = (cell: string | undefined) => Math.round(Number(cell ?? '') * 100);

test('each list is taken away with its total and the name of its location', async ({ page }) => {
  await signIn(page);
  await chooseLocation(page, location);
  const stored = await page.evaluate(() => localStorage.getItem('locations') ?? '[]');
  const own = (JSON.parse(stored) as Location[]).find(({ posID }) => posID === location)?.name;
  expect(own).toBeTruthy();
  for (const [path, title, summed] of lists) {
    await test.step(title, async () => {
      await page.goto(path);
      const { name, lines } = await download(page);
      expect(name).toBe(`saffron-${title}-${location}.csv`);
      const [header = [], ...rows] = lines;
      expect(header.at(-1)).toBe('Location');
      if (rows.length === 0) return;
      const total = rows.pop() ?? [];
      expect(total[0]).toMatch(/^Total/);
      expect(rows.map((row) => row.at(-1))).toEqual(rows.map(() => own));
      if (summed === null) return;
      const column = header.indexOf(summed);
      const sum = rows.reduce((all, row) => all + inHundredths(row[column]), 0);
      expect(inHundredths(total[column])).toBe(sum);
    });
  }
});
