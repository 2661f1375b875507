import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Customer, Reward } from '../../src/api';
import { chooseLocation, newLocation, newPerson } from '../fixtures/people';
import { call, expect, scrollsSideways, signIn, test } from '../fixtures/test';

const location = 'demo-pizza';

interface Guests {
  customerList: Customer[];
}

interface Detail {
  customer: Customer;
  rewardList: Reward[];
}

const rows = (page: Page) => page.getByRole('list', { name: 'Customers' }).getByRole('button');

/** A guest of the demo with name, email and phone. */
async function someGuest(page: Page): Promise<Customer> {
  const body = { posID: location, limit: 100 };
  const { customerList } = await call<Guests>(page, 'get-customers-list', body);
  const found = customerList.find(
    (one) => !one.erased && one.firstName && one.lastName && one.email && one.cellPhoneNumber,
  );
  if (found === undefined) throw new Error(`no guests with a name at ${location}`);
  return found;
}

/** The guest from the server. */
function guestNow(page: Page, { posID, posCustomerID }: Customer): Promise<Detail> {
  return call<Detail>(page, 'get-customer', { posID, posCustomerID });
}

async function openGuest(page: Page, { posID, posCustomerID }: Customer): Promise<void> {
  await page.goto(`/customers?guest=${posID}%2F${posCustomerID}`);
  await expect(page.getByRole('button', { name: 'Send points' })).toBeVisible();
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('the screens of guests are axe-clean and fit a phone', async ({ page, axe }) => {
      await signIn(page);
      await chooseLocation(page, location);
      const guest = await someGuest(page);
      const look = async () => {
        await axe();
        expect(await scrollsSideways(page)).toBe(false);
      };

      await page.goto('/customers');
      await expect(rows(page).first()).toBeVisible();
      await look();
      await openGuest(page, guest);
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
      await look();
      await page.getByRole('button', { name: 'Send points' }).click();
      await expect(page.getByLabel('Points', { exact: true })).toBeVisible();
      await look();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: 'Send points' })).toBeFocused();
      await page.getByRole('button', { name: 'Send item' }).click();
      const picker = page.getByRole('dialog', { name: 'Select Item' });
      await expect(picker.getByRole('list', { name: 'Items' })).toBeVisible();
      await look();
      await picker.getByRole('button', { name: 'Cancel' }).click();
      await expect(picker).toBeHidden();
      await page.goto('/royalty-program');
      await expect(page.getByText('Points guests can still spend')).toBeVisible();
      await look();
    });
  });
}

test('guests are found by name, email and phone', async ({ page }) => {
  await signIn(page);
  await chooseLocation(page, location);
  const guest = await someGuest(page);
  const name = `${guest.firstName} ${guest.lastName}`;
  await page.goto('/customers');
  await expect(rows(page).first()).toBeVisible();
  const box = page.getByRole('searchbox');
  for (const words of [
    (guest.lastName ?? '').toUpperCase(),
    (guest.email ?? '').slice(0, -2),
    (guest.cellPhoneNumber ?? '').slice(-7),
  ]) {
    await box.fill(words);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(rows(page).filter({ hasText: name }).first()).toBeVisible();
  }
  await box.fill('no such guest');
  await expect(page.getByText('No guests match your search.')).toBeVisible();
});

test('a double tap sends points once', async ({ page }) => {
  await signIn(page);
  await chooseLocation(page, location);
  const guest = await someGuest(page);
  const before = await guestNow(page, guest);
  await openGuest(page, guest);
  await page.getByRole('button', { name: 'Send points' }).click();
  const sheet = page.getByRole('dialog', { name: /^Points for/ });
  await sheet.getByLabel('Points', { exact: true }).fill('500');
  await sheet.getByLabel('Message').fill('Thank you for coming back!');
  await sheet.getByRole('button', { name: 'Send points' }).click();
  const name = `${guest.firstName} ${guest.lastName}`;
  await expect(
    page.getByRole('dialog', { name: `Send 500 points ($5.00) to ${name}` }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).dblclick();
  await expect(page.getByText('Reward Point sent successfully.')).toBeVisible();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('list', { name: 'Open rewards' })).toContainText(
    'Thank you for coming back!',
  );
  const after = await guestNow(page, guest);
  const granted = after.rewardList.filter(
    ({ rewardID }) => !before.rewardList.some((reward) => reward.rewardID === rewardID),
  );
  expect(granted.map(({ rewardPoint }) => rewardPoint)).toEqual([500]);
});

test('a retry after a lost answer makes one reward', async ({ page }) => {
  await signIn(page);
  await chooseLocation(page, location);
  const guest = await someGuest(page);
  const before = await guestNow(page, guest);
  await openGuest(page, guest);
  let lost = 0;
  await page.route('**/send-reward-point', async (route) => {
    // The server does it, but its answer is lost.
    await route.fetch();
    lost += 1;
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Send points' }).click();
  const sheet = page.getByRole('dialog', { name: /^Points for/ });
  await sheet.getByLabel('Points', { exact: true }).fill('77');
  await sheet.getByRole('button', { name: 'Send points' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('We are unable to send reward point.')).toBeVisible();
  expect(lost).toBe(1);
  await page.unroute('**/send-reward-point');
  await sheet.getByRole('button', { name: 'Send points' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Reward Point sent successfully.')).toBeVisible();
  const { rewardList } = await guestNow(page, guest);
  expect(rewardList.length - before.rewardList.length).toBe(1);
});

test('items are chosen with their estimates and sent, each once', async ({ page }) => {
  await signIn(page);
  await chooseLocation(page, location);
  const guest = await someGuest(page);
  const before = await guestNow(page, guest);
  await openGuest(page, guest);
  await page.getByRole('button', { name: 'Send item' }).click();
  const picker = page.getByRole('dialog', { name: 'Select Item' });
  const items = picker.getByRole('list', { name: 'Items' }).getByRole('button');
  // Twenty items, and twenty more near their end; a search shows all matches.
  await expect.poll(() => items.count()).toBeGreaterThanOrEqual(40);
  const atFirst = await items.count();
  await items.last().scrollIntoViewIfNeeded();
  await expect.poll(() => items.count()).toBeGreaterThan(atFirst);
  await picker.getByRole('searchbox').fill('(L)');
  await expect(items.first()).toContainText('(L)');
  await picker.getByRole('searchbox').fill('');
  await items.nth(0).click();
  await items.nth(1).click();
  await expect(picker.getByText('Estimated profit')).toBeVisible();
  await picker.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Send items' }).click();
  await expect(page.getByRole('dialog', { name: /^Send 2 items \(\$[\d,.]+\) to/ })).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).dblclick();
  await expect(page.getByText('Reward Item sent successfully.')).toBeVisible();
  const { rewardList } = await guestNow(page, guest);
  expect(rewardList.length - before.rewardList.length).toBe(2);
});

test('a guest gets a copy of their data', async ({ page }) => {
  await signIn(page);
  await chooseLocation(page, location);
  const guest = await someGuest(page);
  await openGuest(page, guest);
  await page.getByRole('button', { name: 'More actions' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`guest-${guest.posCustomerID}.json`);
  const text = await readFile(await file.path(), 'utf8');
  expect(() => JSON.parse(text)).not.toThrow();
  expect(text).toContain(guest.email ?? '');
});

/** With a new location: erasures and changes here affect no other test. */
test('points follow the percentage; an erased guest has no name', async ({
  page,
  request,
  axe,
}) => {
  await newPerson(page, request, 'Test');
  const posID = `guests-${Date.now().toString(36)}`;
  const till = await newLocation(page, request, posID, 'Corner Trattoria');

  await test.step('a new location has no guests', async () => {
    await page.goto('/customers');
    await expect(page.getByText('Currently, You do not have any customers.')).toBeVisible();
    await axe();
  });

  await test.step('a guest appears by a live event', async () => {
    await till.send('guest-1', 'customer.upserted', {
      posCustomerID: 'ana',
      revision: 1,
      firstName: 'Ana',
      lastName: 'Lopez',
      email: 'ana@example.com',
      cellPhoneNumber: '(212) 555-0123',
      emailConsent: true,
      smsConsent: false,
    });
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('Ana Lopez');
    await rows(page).click();
    await expect(page.getByRole('dialog')).toContainText('(212) 555-0123');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the percentage is set', async () => {
    await page.goto('/royalty-program');
    const field = page.locator('input[inputmode=decimal]');
    await field.fill('7.5');
    await expect(
      page.getByText('A guest who spends $20.00 earns 150 points, worth $1.50.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
    await expect(page.getByText('Reward Percent Updated Successfully.')).toBeVisible();
    await expect(page.getByText('7.5%').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'History' })).toContainText('by Test Owner');
    await axe();
  });

  await test.step('a check earns by it', async () => {
    await page.goto('/customers');
    await expect(rows(page)).toHaveCount(1);
    await till.closeCheck({ id: 'earned-1', dollars: 20, posCustomerID: 'ana' });
    await expect(rows(page)).toContainText('150 points');
    await expect(rows(page)).toContainText('$20.00');
    await rows(page).first().click();
    await expect(page.getByRole('list', { name: 'Points history' })).toContainText('+150');
  });

  await test.step('an erased guest has no name, and her figures stay', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Erase' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    const sure = page.getByRole('dialog', { name: 'Erase for good?' });
    await axe();
    // A second tap within half a second counts as part of the first.
    await expect(async () => {
      if (await sure.isVisible()) await sure.getByRole('button', { name: 'Erase' }).click();
      await expect(sure).toBeHidden({ timeout: 2_000 });
    }).toPass();
    await page.goto('/customers');
    await expect(rows(page)).toContainText('Erased guest');
    await expect(rows(page)).toContainText('$20.00');
    await page.getByRole('searchbox').fill('Lopez');
    await expect(page.getByText('No guests match your search.')).toBeVisible();
  });
});

/** With a new location. */
test('one of two guests with the same email is erased', async ({ page, request, axe }) => {
  await newPerson(page, request, 'Test');
  const posID = `twins-${Date.now().toString(36)}`;
  const till = await newLocation(page, request, posID, 'Corner Trattoria');
  const upsert = (posCustomerID: string, firstName: string) =>
    till.send(`guest-${posCustomerID}`, 'customer.upserted', {
      posCustomerID,
      revision: 1,
      firstName,
      lastName: 'Lopez',
      email: 'lopez@example.com',
    });
  await upsert('ana', 'Ana');
  await upsert('bo', 'Bo');
  await page.goto(`/customers?guest=${posID}%2Fana`);
  await expect(page.getByRole('button', { name: 'Send points' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Erase' }).click();
  const other = page.getByRole('checkbox', { name: 'Bo Lopez' });
  await expect(other).toBeVisible();
  await expect(other).not.toBeChecked();
  await axe();
  await page.getByRole('button', { name: 'Continue' }).click();
  const sure = page.getByRole('dialog', { name: 'Erase for good?' });
  // A second tap within half a second counts as part of the first.
  await expect(async () => {
    if (await sure.isVisible()) await sure.getByRole('button', { name: 'Erase' }).click();
    await expect(sure).toBeHidden({ timeout: 2_000 });
  }).toPass();
  const { customerList } = await call<Guests>(page, 'get-customers-list', { posID, limit: 10 });
  const standing = customerList.map(({ posCustomerID, firstName, erased }) => [
    posCustomerID,
    firstName,
    erased,
  ]);
  expect(standing.sort()).toEqual([
    ['ana', null, true],
    ['bo', 'Bo', false],
  ]);
});
