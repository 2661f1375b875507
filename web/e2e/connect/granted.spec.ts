import { newPerson } from '../fixtures/people';
import { expect, scrollsSideways, test } from '../fixtures/test';

/** The app is at localhost and the POS at 127.0.0.1, which is another site: the session cookie does not come along from there. */
test('an owner connects Square by signing in there', async ({ page, request, axe, browser }) => {
  const audit = async () => {
    await axe();
    expect(await scrollsSideways(page)).toBe(false);
  };
  const signIn = page.getByRole('button', { name: 'Sign in at Square' });
  await newPerson(page, request, 'Granted');

  await test.step('make a location', async () => {
    await page.goto('/admin-configuration/connect/pos/square');
    await page.getByLabel('Name of the restaurant').fill('Corner Noodles');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('chicago');
    await page.getByRole('option', { name: 'America / Chicago' }).click();
    await page.getByRole('button', { name: 'Create Location' }).click();
    await expect(signIn).toBeVisible();
    await audit();
  });

  await test.step('refuse at Square, and come back', async () => {
    await signIn.click();
    await page.waitForURL(/^http:\/\/127\.0\.0\.1:/);
    await expect(page.getByText('ORDERS_READ')).toBeVisible();
    await page.getByRole('link', { name: 'Deny' }).click();
    await expect(page.getByText(/^You did not allow it at Square/)).toBeVisible();
    await audit();
    await page.getByRole('button', { name: 'Try again' }).click();
  });

  let back = '';
  await test.step('allow it, and choose the location', async () => {
    await signIn.click();
    await page.waitForURL(/^http:\/\/127\.0\.0\.1:/);
    const returned = page.waitForRequest(/\/connect\/pos\/square\?/);
    await page.getByRole('link', { name: /^Allow for/ }).click();
    back = (await returned).url();
    await page.getByRole('radio', { name: 'Red Lantern Noodle House' }).check();
    expect(page.url()).toMatch(/\/admin-configuration\/connections\/[0-9a-f-]+$/);
    await audit();
    const code = new URL(back).searchParams.get('code') ?? '';
    expect(code).not.toBe('');
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.body.innerHTML]),
    );
    expect(kept).not.toContain(code);
  });

  await test.step('connect it', async () => {
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Square is connected' })).toBeVisible();
  });

  await test.step('find that the way back works once, and in this browser alone', async () => {
    await page.goto(back);
    await expect(page.getByText(/was not begun in this browser/)).toBeVisible();
    await audit();
    const other = await (await browser.newContext()).newPage();
    await newPerson(other, request, 'Thief');
    await other.goto(back);
    await expect(other.getByText(/was not begun in this browser/)).toBeVisible();
    await other.context().close();
  });
});
