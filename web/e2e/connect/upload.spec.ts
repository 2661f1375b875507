import { chooseLocation, newLocation, newPerson } from '../fixtures/people';
import { call, expect, scrollsSideways, test } from '../fixtures/test';
import { checksOn, squareFile } from './squareFile';
import { choose, netSales, withLocation } from './uploading';

const PART = 524_288;
/** Days that can be read in one way only, and days that can be read in two. */
const plainDays = ['2025-03-14', '2025-03-15', '2025-03-16'];
const twofoldDays = ['03/04/2025', '05/06/2025', '07/08/2025'];

const phone = {};
const desktop = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };

for (const [name, use] of Object.entries({ phone, desktop })) {
  test.describe(`on a ${name}`, () => {
    test.use(use);

    test('an owner brings their sales in by a file, and takes them back', async ({
      page,
      request,
      axe,
    }) => {
      const audit = async () => {
        await axe();
        expect(await scrollsSideways(page)).toBe(false);
      };
      await newPerson(page, request, 'Upload');

      await test.step('make a location', async () => {
        await page.goto('/link-restaurant');
        await page.getByRole('link', { name: /Other ways to connect/ }).click();
        await expect(page.getByRole('heading', { name: 'Connect your restaurant' })).toBeVisible();
        await audit();
        await page.getByRole('link', { name: /Upload your sales/ }).click();
        await page.getByLabel('Name of the restaurant').fill('Corner Diner');
        const zone = page.getByRole('combobox', { name: 'Time zone' });
        await zone.fill('new york');
        await page.getByRole('option', { name: 'America / New York' }).click();
        await audit();
        await page.getByRole('button', { name: 'Create Location' }).click();
      });

      await test.step('upload a file', async () => {
        await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
        await audit();
        await choose(page, squareFile('march.csv', checksOn(plainDays, 5)));
        await page.getByRole('button', { name: 'Upload 1 file' }).click();
        await expect(page.getByRole('button', { name: 'Import 15 checks' })).toBeVisible();
        await expect(page.getByText('$300.00').first()).toBeVisible();
        await expect(page.getByText(/From Square/)).toBeVisible();
        await audit();
      });

      await test.step('bring it in, and open its reports', async () => {
        await page.getByRole('button', { name: 'Import 15 checks' }).click();
        await expect(
          page.getByText('15 checks of Mar 14 - Mar 16, 2025 are in your reports'),
        ).toBeVisible();
        await audit();
        await page.getByRole('link', { name: 'Reports of these days' }).click();
        await page.waitForURL(/from=2025-03-14&to=2025-03-16/);
        await expect(page.getByText('$300.00').first()).toBeVisible();
      });

      await test.step('undo it', async () => {
        const [{ posID = '' } = {}] = await call<{ posID: string }[]>(
          page,
          `get-restaurant-list/${await page.evaluate(() => JSON.parse(localStorage.getItem('sessionID') ?? '""'))}`,
          {},
        );
        await page.goto('/admin-configuration/imports');
        await audit();
        await page.getByRole('link', { name: /march.csv/ }).click();
        await page.getByRole('button', { name: 'Undo import' }).click();
        const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
        await audit();
        await dialog.getByRole('button', { name: 'Undo' }).click();
        await expect(page.getByText('The import is undone')).toBeVisible();
        await expect.poll(() => netSales(page, posID, '2025-03-14', '2025-03-16')).toBe(0);
      });
    });
  });
}

test('a file that can be read in two ways asks, and comes in as answered', async ({
  page,
  request,
  axe,
}) => {
  const posID = await withLocation(page, request, 'Questions');
  await choose(page, squareFile('twofold.csv', checksOn(twofoldDays, 2)));
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  const dates = page.getByRole('radiogroup', { name: /^Is 03\/04\/2025 / });
  await expect(dates).toBeVisible();
  await axe();
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Please choose an answer.')).toBeVisible();
  await dates.getByRole('radio', { name: /day first/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Import 6 checks' }).click();
  await expect(page.getByText('6 checks of Apr 3 - Aug 7, 2025 are in your reports')).toBeVisible();
  await expect.poll(() => netSales(page, posID, '2025-04-03', '2025-08-07')).toBe(12_000);
  expect(await netSales(page, posID, '2025-03-04', '2025-03-04')).toBe(0);
});

test('an upload goes on after a lost network', async ({ page, request, context }) => {
  await withLocation(page, request, 'Network');
  // Eight parts or more.
  const file = squareFile('long.csv', checksOn(plainDays, 200), 'n'.repeat(3500));
  expect(file.buffer.length).toBeGreaterThan(7 * PART);
  const sent: number[] = [];
  await page.route('**/put-import-part', async (route) => {
    const { part } = route.request().postDataJSON() as { part: number };
    sent.push(part);
    if (sent.length === 3) await context.setOffline(true);
    await route.fallback();
  });
  await choose(page, file);
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for a connection' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Import 600 checks' })).toBeVisible();
  expect(new Set(sent).size).toBe(Math.ceil(file.buffer.length / PART));
});

test('an upload that was cut by a reload sends only what is missing', async ({ page, request }) => {
  await withLocation(page, request, 'Reload');
  const file = squareFile('long.csv', checksOn(plainDays, 200), 'n'.repeat(3500));
  const parts = Math.ceil(file.buffer.length / PART);
  let stored = 0;
  // The third part and all later ones are never answered.
  await page.route('**/put-import-part', async (route) => {
    if (stored >= 2) return;
    stored += 1;
    await route.continue();
  });
  await choose(page, file);
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(page.getByText(/^1 MB of /)).toBeVisible();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  // Not before: a route that ends lets go of the parts that it holds.
  await page.unroute('**/put-import-part');
  await expect(page.getByRole('heading', { name: 'The upload is not complete' })).toBeVisible();
  const again: number[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/put-import-part')) again.push(sent.postDataJSON().part);
  });
  await choose(page, { ...file, name: 'other.csv' });
  await expect(page.getByText(/^other.csv is not one of these files/)).toBeVisible();
  await choose(page, file);
  await expect(page.getByRole('button', { name: 'Import 600 checks' })).toBeVisible();
  expect(again).toHaveLength(parts - 2);
});

test('days of an import on which a till begins are taken out with one tap', async ({
  page,
  request,
  axe,
}) => {
  await newPerson(page, request, 'Twice');
  const posID = `twice-${Date.now().toString(36)}`;
  const till = await newLocation(page, request, posID, 'Twice Diner');
  await chooseLocation(page, posID);
  await page.goto('/admin-configuration/connect/upload');
  await choose(page, squareFile('march.csv', checksOn(plainDays, 5)));
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await page.getByRole('button', { name: 'Import 15 checks' }).click();
  await expect(
    page.getByText('15 checks of Mar 14 - Mar 16, 2025 are in your reports'),
  ).toBeVisible();
  await till.closeCheck({ id: 'late', dollars: 20, time: '2025-03-15T18:00:00-04:00' });
  // The page follows by itself.
  const card = page.getByRole('region', { name: '1 day counts twice' });
  await expect(card).toBeVisible();
  await expect(card.getByText('Since then: POS')).toBeVisible();
  await axe();
  expect(await scrollsSideways(page)).toBe(false);
  await card.getByRole('button', { name: 'Take these days out of the import' }).click();
  const dialog = page.getByRole('dialog', { name: /^Take these days out of the import/ });
  await axe();
  await dialog.getByRole('button', { name: 'Take Out' }).click();
  await expect(page.getByText('Taken out: 5 checks ($100.00) of 1 day.')).toBeVisible();
  await expect.poll(() => netSales(page, posID, '2025-03-14', '2025-03-16')).toBe(22_000);
  await page.goto('/notifications');
  await page.getByRole('button', { name: /Sales counted twice: \$100.00 of Mar 15/ }).click();
  await page.getByRole('link', { name: 'See the import' }).click();
  await expect(page.getByText('Taken out: 5 checks ($100.00) of 1 day.')).toBeVisible();
});
