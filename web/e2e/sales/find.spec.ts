import { chooseLocation, somePayment } from '../fixtures/payments';
import { expect, scrollsSideways, signIn, test } from '../fixtures/test';

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await chooseLocation(page);
});

test('a payment of another week is found in five taps', async ({ page, axe }) => {
  const paid = await somePayment(
    page,
    ({ created, saffron }) =>
      saffron.state === 'PAYMENT_SUCCESS' &&
      saffron.posCheckID !== null &&
      created < Date.now() / 1000 - 10 * 86_400,
  );
  const typed = (paid.amount / 100).toFixed(2);
  await page.goto('/home');
  // 1, 2, 3 (typing), 4.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Money' }).click();
  await page.getByRole('link', { name: 'Find a payment or check' }).click();
  await page.getByRole('searchbox').fill(typed);
  const found = page.getByRole('list', { name: 'Card payments' }).getByRole('link');
  await expect(found.first()).toContainText(`$${typed}`);
  await axe();
  expect(await scrollsSideways(page)).toBe(false);
  const target = page.locator(`a[href*="payment=${paid.id}"]`);
  while (!(await target.isVisible())) {
    await page.getByRole('region', { name: 'Card payments' }).getByRole('button').last().click();
  }
  await target.click();
  await expect(page.getByRole('dialog', { name: 'Payment' })).toContainText(paid.id);
});

test('an amount that nobody paid names the nearest', async ({ page }) => {
  await page.goto('/find');
  await page.getByRole('searchbox').fill('98765.43');
  await expect(page.getByText(/^No \$98,765\.43\. Nearest: \$[\d,.]+ on /)).toBeVisible();
});

test('disputed payments are listed by their chip', async ({ page }) => {
  await page.goto('/find');
  await page.getByRole('button', { name: 'Disputed', exact: true }).click();
  await expect(page).toHaveURL(/status=disputed/);
  const rows = page.getByRole('list', { name: 'Card payments' }).getByRole('link');
  const none = page.getByText('No card payments found.');
  await expect(rows.first().or(none)).toBeVisible();
  for (const row of await rows.all()) await expect(row).toContainText('Disputed');
});
