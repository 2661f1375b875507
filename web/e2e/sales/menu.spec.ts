import type { Page } from '@playwright/test';
import { menuItem } from '../../src/testing/data/menuRows';
import { itemAt, newMenu, upsert } from '../fixtures/menu';
import { chooseLocation } from '../fixtures/people';
import { call, expect, scrollsSideways, signIn, test } from '../fixtures/test';

const location = 'demo-pizza';

const rows = (page: Page) => page.getByRole('list', { name: 'Items' }).getByRole('button');
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

async function openItem(page: Page, posID: string, posItemID: string): Promise<void> {
  await page.goto(`/home/menu?item=${posID}%2F${posItemID}`);
  await expect(field(page, 'Display name')).toBeVisible();
}

/** A day from today, `YYYY-MM-DD`. */
function day(ahead: number): string {
  return new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('the screens of the menu are axe-clean and fit a phone', async ({ page, axe }) => {
      await signIn(page);
      await chooseLocation(page, location);
      const look = async () => {
        await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
        await axe();
        expect(await scrollsSideways(page)).toBe(false);
      };
      await page.goto('/home/menu');
      await expect(rows(page).first()).toBeVisible();
      await look();
      await rows(page).first().click();
      await expect(field(page, 'Display name')).toBeVisible();
      await look();
      for (const path of [
        '/home/menu?part=purchase',
        '/home/menu?part=promotions',
        '/promotions',
        '/admin-configuration',
        '/admin-configuration/menu',
        '/admin-configuration/menu?part=changes',
        '/admin-configuration/change-location',
        '/admin-configuration/notification-rules',
        '/admin-configuration/business-day',
      ]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await look();
      }
    });
  });
}

test('the menu asks for a location, which the settings remember', async ({ page }) => {
  await signIn(page);
  await page.goto('/home/menu');
  await expect(page.getByText('Please select location to view menu items.')).toBeVisible();
  await page.goto('/home/menu?part=purchase');
  await expect(page.getByText('Please select location to view items for purchase.')).toBeVisible();
  await page.goto('/more');
  await page
    .getByRole('link', { name: /Admin Config/ })
    .last()
    .click();
  await page.getByRole('link', { name: /Change Location/ }).click();
  await page.getByRole('button', { name: /Pizza/ }).click();
  await expect(page.getByText(/Now showing/)).toBeVisible();
  await page.goto('/home/menu');
  await expect(rows(page).first()).toBeVisible();
});

test('an owner changes the menu', async ({ page, request, axe }) => {
  const { here, there } = await newMenu(page, request);
  const margherita = () => itemAt(page, here, 'margherita');

  await test.step('search by name and by price', async () => {
    await page.goto('/home/menu');
    await expect(rows(page)).toHaveCount(3);
    const box = page.getByRole('searchbox');
    await box.fill('CALA');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('Calabrese');
    await box.fill('12.50');
    await expect(rows(page)).toContainText('Margherita');
    await box.fill('no such');
    await expect(
      page.getByText('Oops! We could not find any items in your menu with that name.'),
    ).toBeVisible();
    await axe();
  });

  await test.step('price, name and stock', async () => {
    await openItem(page, here.posID, 'margherita');
    await expect(page.getByText('Have sufficient items in stock')).toBeVisible();
    await field(page, 'Price').fill('-1');
    await save(page);
    await expect(page.getByText(/Please enter \$0 to \$1,000,000/)).toBeVisible();
    await axe();
    await field(page, 'Price').fill('13.75');
    await field(page, 'Display name').fill('Pizza Margherita');
    await field(page, 'On hand').fill('4');
    await save(page);
    await expect(page.getByText('Item Updated Successfully.')).toBeVisible();
    await expect(rows(page).filter({ hasText: 'Pizza Margherita' })).toContainText('$13.75');
    await page.goto('/home/menu?part=purchase');
    await expect(page.getByRole('button', { name: /Pizza Margherita.*Low.*4 left/ })).toBeVisible();
  });

  await test.step('the POS price stands beside it', async () => {
    const changed = { posItemID: 'margherita', name: 'Margherita', price: '12.90', cost: '4.10' };
    await upsert(here, changed, 2);
    await expect.poll(async () => (await margherita()).tillPrice).toBe(12.9);
    expect((await margherita()).price).toBe(13.75);
    await openItem(page, here.posID, 'margherita');
    await page.getByRole('button', { name: /Use POS price, \$12\.90/ }).click();
    await save(page);
    await expect(page.getByText('Item Updated Successfully.')).toBeVisible();
    expect(await margherita()).toMatchObject({ price: 12.9, tillPrice: null });
  });

  await test.step('an edit that is too late is refused', async () => {
    await openItem(page, here.posID, 'calabrese');
    await field(page, 'Price').fill('15');
    const edit = { posID: here.posID, posItemID: 'calabrese', price: 14.5 };
    await call(page, 'update-positem', edit);
    await save(page);
    await expect(page.getByText(/Someone else edited this item/)).toBeVisible();
    await expect(field(page, 'Price')).toHaveValue('14.50');
  });

  await test.step('a picture', async () => {
    await openItem(page, here.posID, 'calabrese');
    const png = await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      canvas.width = 2400;
      canvas.height = 1600;
      canvas.getContext('2d')?.fillRect(0, 0, 2400, 1600);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    });
    const input = page.locator('input[type=file]');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    await input.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: svg });
    await expect(page.getByText(/We can't read this file as a picture/)).toBeVisible();
    const buffer = Buffer.from(png, 'base64');
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await save(page);
    await expect(page.getByText('Item Updated Successfully.')).toBeVisible();
    const { imageUrl } = await itemAt(page, here, 'calabrese');
    expect(imageUrl).toMatch(/^\/images\/v1\/.+\.jpg$/);
    const kept = await request.get(imageUrl ?? '');
    expect(kept.headers()['content-type']).toBe('image/jpeg');
  });

  await test.step('sold out here and there, and undone', async () => {
    await openItem(page, here.posID, 'espresso');
    await page.getByRole('button', { name: 'Mark Sold Out' }).click();
    await page.getByRole('checkbox', { name: 'Harbour Trattoria' }).check();
    await page.getByRole('radio', { name: /Start of tomorrow/ }).check();
    await axe();
    await page.getByRole('button', { name: 'Mark Sold Out' }).last().click();
    await expect(page.getByText(/^Sold out until .*4:00 AM$/)).toBeVisible();
    expect(await itemAt(page, there, 'espresso')).toMatchObject({
      soldOut: true,
      soldOutUntil: expect.stringMatching(/T04:00:00$/),
    });
    await axe();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Mark Sold Out' })).toBeVisible();
    expect(await itemAt(page, there, 'espresso')).toMatchObject({ soldOut: false });
  });

  await test.step('an offer becomes a promotion, and ends', async () => {
    await openItem(page, here.posID, 'calabrese');
    await field(page, 'Percent off').fill('20');
    await page.getByLabel('Last day').fill(day(10));
    await expect(page.getByText('Guests pay $11.60 instead of $14.50.')).toBeVisible();
    await save(page);
    await expect(page.getByText('Item Updated Successfully.')).toBeVisible();
    await page.goto('/promotions');
    const card = page.getByRole('button', { name: /Calabrese/ });
    await expect(card).toContainText(/\$11\.60.*\$14\.50.*20% off.*Valid.*Not used yet/);
    await card.click();
    await expect(page.getByRole('img', { name: /^QR code of / })).toBeVisible();
    await expect(
      page.getByText('Use this QR Code while ordering to grab the promotion.'),
    ).toBeVisible();
    await axe();

    // The till sends the code with the check.
    const code = (await page.getByText(/^[A-Z0-9]{8}$/).textContent()) ?? '';
    await here.send('offered-1', 'check.closed', {
      posCheckID: 'offered-1',
      revision: 1,
      closeTime: new Date().toISOString(),
      promoCode: code,
      items: [{ posItemID: 'calabrese', name: 'Calabrese', quantity: 1, price: '11.60' }],
      payments: [{ type: 'Cash', amount: '11.60' }],
    });
    await page.goto('/promotions');
    await expect(card).toContainText('Used on 1 check');

    await openItem(page, here.posID, 'calabrese');
    await page.getByRole('button', { name: 'End Offer' }).click();
    await save(page);
    await expect(page.getByText('Item Updated Successfully.')).toBeVisible();
    await page.goto('/promotions');
    await expect(page.getByText('Oops! We could not find any promotions.')).toBeVisible();
    await page.getByLabel('Show ended').check();
    await page.getByRole('button', { name: /Calabrese.*Ended/ }).click();
    await expect(page.getByText(/^Ended on /)).toBeVisible();
    await expect(page.getByRole('img', { name: /QR code/ })).toHaveCount(0);
  });

  await test.step('the history of changes', async () => {
    await page.goto('/admin-configuration/menu?part=changes');
    const changes = page.getByRole('list', { name: 'Edit history' });
    await expect(changes.getByText('Menu Owner').first()).toBeVisible();
    await expect(changes).toContainText(/Price.*\$12\.50\s*to\s*\$13\.75/);
    await axe();
  });

  await test.step('changes by others show live', async () => {
    await page.goto('/home/menu');
    await expect(rows(page).filter({ hasText: 'Espresso' })).toContainText('$3.00');
    await upsert(here, { posItemID: 'espresso', name: 'Espresso', price: '3.20', cost: '0.40' }, 2);
    await expect(rows(page).filter({ hasText: 'Espresso' })).toContainText('$3.20');
  });
});

test('unsaved changes are not lost without a question', async ({ page }) => {
  await signIn(page);
  await chooseLocation(page, location);
  await page.goto('/home/menu');
  const first = rows(page).first();
  await first.click();
  await field(page, 'Price').fill('1');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Discard your changes?')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Discard your changes?')).toBeHidden();
  await expect(field(page, 'Price')).toHaveValue('1');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The focus returns.
  await expect(first).toBeFocused();
});

/** As many items as a large menu has. */
const all = 5_000;

test('the list stays small at 5,000 items', async ({ page }) => {
  await signIn(page);
  await chooseLocation(page, location);
  const requested: number[] = [];
  await page.route('**/get-items-list', async (route) => {
    const { cursor, limit } = route.request().postDataJSON();
    const first = Number(cursor ?? 0);
    requested.push(first);
    const itemList = Array.from({ length: limit }, (_, at) => menuItem(`n-${first + at}`));
    const nextCursor = first + limit < all ? String(first + limit) : null;
    await route.fulfill({ json: { status: 200, body: { itemList, nextCursor }, message: '' } });
  });
  await page.goto('/home/menu');
  await expect(page.getByText('Item n-0', { exact: true })).toBeVisible();
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(page.getByText(`Item n-${all - 1}`)).toBeVisible({ timeout: 50 });
  }).toPass({ intervals: [10], timeout: 100_000 });
  expect(new Set(requested).size).toBe(all / 50);
  expect(await page.getByRole('listitem').count()).toBeLessThan(80);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByText('Item n-0', { exact: true })).toBeVisible();
});

test('wrong input is refused at its field', async ({ page, request }) => {
  const { here } = await newMenu(page, request);
  const refusal = async (name: string, body: object) => {
    const error = await call(page, name, { posID: here.posID, ...body }).catch(String);
    return String(error);
  };
  const item = { posItemID: 'margherita' };
  for (const [named, change] of [
    ['price', { price: -0.01 }],
    ['estimatedCost', { estimatedCost: 1_000_000.01 }],
    ['displayName', { displayName: 'x'.repeat(101) }],
    ['offPercentage', { offPercentage: 101, validFrom: day(0), validUntil: day(1) }],
    ['validUntil', { offPercentage: 20, validFrom: day(5), validUntil: day(4) }],
  ] as const) {
    expect(await refusal('update-positem', { ...item, ...change })).toContain(`"field":"${named}"`);
  }
  expect(await refusal('update-positem', { posItemID: 'nothing', price: 1 })).toContain('404');
  const base64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64');
  for (const bytes of [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'MZ\x90\0\x03',
    '\x7fELF\x02',
  ]) {
    expect(await refusal('upload-item-image', { image: base64(bytes) })).toContain(
      '"field":"image"',
    );
  }
});
