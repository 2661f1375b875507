import { expect, scrollsSideways, test } from '../fixtures/test';
import { choose, netSales, withLocation } from './uploading';

/** A file of an unknown till, whose header says nothing: check, time, item, amount and state. */
const unknown = [
  'Zub;Wen;Tok;Pim;Lan',
  '1001;2025-03-14 12:30;Burger;15.50;ok',
  '1001;2025-03-14 12:30;Soup;4.50;ok',
  '1002;2025-03-14 13:10;Burger;15.50;ok',
  '1002;2025-03-14 13:10;Soup;4.50;zz',
  '1003;2025-03-15 18:00;Burger;15.50;ok',
].join('\n');

test('columns of an unknown file are mapped by hand', async ({ page, request, axe }) => {
  const audit = async () => {
    await axe();
    expect(await scrollsSideways(page)).toBe(false);
  };
  const posID = await withLocation(page, request, 'Mapping');
  const file = { name: 'till.csv', mimeType: 'text/csv', buffer: Buffer.from(unknown) };
  await choose(page, file);
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  const map = page.getByRole('link', { name: 'Map the columns' });
  const read = page.getByRole('button', { name: 'Read the files with this' });
  await expect(map).toBeVisible();
  await audit();

  await test.step('say what a row and its columns are', async () => {
    await map.click();
    await page.getByRole('radio', { name: 'An item of a check' }).check();
    const meanings = {
      Zub: 'Number or id of the order, check or receipt',
      Wen: 'Date of the sale, with its time or without',
      Tok: 'Name of the item',
      Pim: 'Amount of the row before discounts',
    };
    for (const [column, meaning] of Object.entries(meanings)) {
      await page.getByRole('combobox', { name: column, exact: true }).fill(meaning);
      await page.getByRole('option', { name: meaning, exact: true }).click();
    }
    await audit();
    await read.click();
    await expect(page.getByRole('button', { name: 'Import 3 checks' })).toBeVisible();
    await expect(page.getByText('$55.50').first()).toBeVisible();
  });

  await test.step('say that words of a column are voids', async () => {
    await map.click();
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Column', { exact: true }).selectOption('Lan');
    await page.getByLabel(/^Words, with/).fill('zz');
    await audit();
    await read.click();
    await expect(page.getByText('$51.00').first()).toBeVisible();
    await map.click();
    // What was said is there to be changed.
    await expect(page.getByLabel(/^Words, with/)).toHaveValue('zz');
    await expect(page.getByRole('combobox', { name: 'Tok' })).toHaveValue('Name of the item');
    await page.goBack();
  });

  await page.getByRole('button', { name: 'Import 3 checks' }).click();
  await expect(
    page.getByText('3 checks of Mar 14 - Mar 15, 2025 are in your reports'),
  ).toBeVisible();
  await expect.poll(() => netSales(page, posID, '2025-03-14', '2025-03-15')).toBe(5_100);
});
