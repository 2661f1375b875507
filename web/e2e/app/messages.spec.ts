import type { Page } from '@playwright/test';
import { chooseLocation, newLocation, newPerson } from '../fixtures/people';
import { call, expect, signIn, test, withoutStream } from '../fixtures/test';

const location = 'demo-pizza';

/** Drops every call of this name, as a dead spot does. */
const lose = (page: Page, name: string) =>
  page.route(`**/${name}`, (route) => route.abort('connectionreset'));

test('a new location shows that it has no sales', async ({ page, request, axe }) => {
  await newPerson(page, request, 'Early');
  const posID = `early-${Date.now().toString(36)}`;
  await newLocation(page, request, posID, 'Early Bird');
  await chooseLocation(page, posID);
  for (const [path, text] of [
    ['/home/menu', 'Oops! We could not find any items in your menu.'],
    ['/home/menu?part=purchase', 'Great. You do not have any items to purchase for now.'],
    ['/promotions', 'Oops! We could not find any promotions.'],
    ['/customers', 'Currently, You do not have any customers.'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await axe();
  }
});

test('guests of no chosen location are not shown', async ({ page }) => {
  await signIn(page);
  await page.goto('/customers');
  await expect(page.getByText('Please select location to view your customers.')).toBeVisible();
});

test('lists that failed show it, and load again by a tap', async ({ page, axe }) => {
  await signIn(page);
  await chooseLocation(page, location);
  // Live events read again, too, and would remove the button before it is pressed.
  await withoutStream(page);
  for (const [path, name, text] of [
    ['/home/menu', 'get-items-list', 'We encountered an error while fetching the list.'],
    ['/promotions', 'get-promotions', 'We encountered an error while fetching the list.'],
    ['/customers', 'get-customers-list', 'We could not find any customers now.'],
  ] as const) {
    await lose(page, name);
    await page.goto(path);
    await expect(page.getByText(`${text} Please try again!`)).toBeVisible();
    await axe();
    await page.unroute(`**/${name}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(`${text} Please try again!`)).toHaveCount(0);
  }
});

test('failed changes show it, and lose no input', async ({ page }) => {
  await signIn(page);
  await chooseLocation(page, location);

  await test.step('an item', async () => {
    await lose(page, 'update-positem');
    await page.goto('/home/menu');
    await page.getByRole('list', { name: 'Items' }).getByRole('button').first().click();
    const name = page.getByRole('textbox', { name: 'Display name', exact: true });
    await name.fill('Never saved');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(
      page.getByText('We are unable to update the item. Please try again!'),
    ).toBeVisible();
    await expect(name).toHaveValue('Never saved');
  });

  await test.step('the percentage', async () => {
    await lose(page, 'update-reward-percent');
    await page.goto('/royalty-program');
    await page.getByRole('button', { name: 'What is the reward percent?' }).click();
    await expect(
      page.getByText(
        'User will receive mentioned reward points per $1.00 amount spent. 100 reward point is equivalent to $1.00',
      ),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await page.locator('input[inputmode=decimal]').fill('6.25');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click();
    await expect(
      page.getByText('We are unable to update the reward percent. Please try again!'),
    ).toBeVisible();
    await expect(page.locator('input[inputmode=decimal]')).toHaveValue('6.25');
  });

  await test.step('a reward item', async () => {
    await lose(page, 'send-reward-item');
    await page.goto('/customers');
    await page.getByRole('list', { name: 'Customers' }).getByRole('button').first().click();
    await page.getByRole('button', { name: 'Send item' }).click();
    const picker = page.getByRole('dialog', { name: 'Select Item' });
    await picker.getByRole('list', { name: 'Items' }).getByRole('button').first().click();
    await picker.getByRole('button', { name: 'Done' }).click();
    const message = page.getByLabel('Message');
    await message.fill('x'.repeat(151));
    expect(await message.inputValue()).toHaveLength(150);
    await message.fill('See you soon');
    await page
      .getByRole('button', { name: /^Send item/ })
      .last()
      .click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('We are unable to send reward item.')).toBeVisible();
    await expect(message).toHaveValue('See you soon');
  });
});

test('invalid input of tills and people is refused by field', async ({ page }) => {
  await signIn(page);
  const { customerList } = await call<{ customerList: { posCustomerID: string }[] }>(
    page,
    'get-customers-list',
    { posID: location, limit: 1 },
  );
  const posCustomerID = customerList[0]?.posCustomerID;
  const reward = { posID: location, posCustomerID, rewardPoint: 100 };
  for (const [name, body, field] of [
    ['send-reward-point', { ...reward, rewardMessage: 'x'.repeat(151) }, 'rewardMessage'],
    ['send-reward-point', { ...reward, validUntil: '2020-01-01' }, 'validUntil'],
    ['send-reward-point', { ...reward, posCustomerID: 'unknown' }, 'posCustomerID'],
    ['update-reward-percent', { posID: location, rewardPercent: 100.01 }, 'rewardPercent'],
  ] as const) {
    const refused = await call(page, name, body).catch(String);
    expect(String(refused)).toContain(`"field":"${field}"`);
  }
  const body = { posID: 'demo-bluebird', posCustomerID };
  expect(String(await call(page, 'get-customer', body).catch(String))).toContain('403');
});
