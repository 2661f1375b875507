import { newPerson } from '../fixtures/people';
import { tokenMailed } from '../fixtures/servers/standIns';
import { expect, scrollsSideways, test } from '../fixtures/test';

const phone = { width: 360, height: 740 };

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`one's own account, ${colorScheme}`, () => {
    test.use({ viewport: phone, colorScheme });

    test('a forgotten password is replaced by the mailed link', async ({ page, request, axe }) => {
      const email = `forgot-${colorScheme}-${Date.now().toString(36)}@saffron.example`;
      const passwords = ['the first of its kind', 'the second of its kind'] as const;
      const person = { firstName: 'Fay', lastName: 'Owner', email, phone: '2125550123' };

      await test.step('sign up by the pages', async () => {
        const data = { ...person, password: passwords[0] };
        await request.post('/api-restaurant-pos/restaurantpro/signup', { data });
        await page.goto(`/auth/confirm#${await tokenMailed(request, email, 'confirm')}`);
        await expect(page.getByRole('button', { name: 'Confirm Email' })).toBeVisible();
        await axe();
        expect(await scrollsSideways(page)).toBe(false);
        await expect(page).toHaveURL(/\/auth\/confirm$/);
        const field = page.getByLabel('Password', { exact: true });
        await field.fill(passwords[1]);
        await page.getByRole('button', { name: 'Confirm Email' }).click();
        await expect(page.getByText('This is not the password you chose')).toBeVisible();
        expect(await scrollsSideways(page)).toBe(false);
        await axe();
        await field.fill(passwords[0]);
        await page.getByRole('button', { name: 'Confirm Email' }).click();
        await expect(page.getByText('Your email is confirmed. Please sign in.')).toBeVisible();
        await page.waitForURL('**/auth/login');
      });

      await test.step('ask for a link', async () => {
        await page.getByRole('link', { name: 'Forgot password?' }).click();
        // The previous page has a field of that name, too.
        await page.waitForURL('**/auth/forgot');
        await page.getByLabel('Email').fill(email);
        await page.getByRole('button', { name: 'Send Link' }).click();
        await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
        await axe();
      });

      await test.step('set a new password', async () => {
        const token = await tokenMailed(request, email, 'reset');
        await page.goto(`/auth/reset#${token}`);
        await page.getByLabel('New password', { exact: true }).fill(passwords[1]);
        await axe();
        await page.getByRole('button', { name: 'Set Password' }).click();
        await page.waitForURL('**/auth/login');
        // The link is used up.
        await page.goto(`/auth/reset#${token}`);
        await page.getByLabel('New password', { exact: true }).fill(passwords[1]);
        await page.getByRole('button', { name: 'Set Password' }).click();
        await expect(page.getByText('This link has been used', { exact: false })).toBeVisible();
        await axe();
      });

      await page.goto('/auth/login');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(passwords[0]);
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page.getByText('Email or Password is incorrect!')).toBeVisible();
      await page.getByLabel('Password', { exact: true }).fill(passwords[1]);
      await page.getByRole('button', { name: 'Login' }).click();
      await page.waitForURL(/\/(welcome|link-restaurant)$/);
    });

    test('a person edits their profile and signs another device out', async ({
      page,
      request,
      browser,
      axe,
    }) => {
      const { email, password } = await newPerson(page, request, 'Petra');
      const other = await browser.newPage();
      await other.goto('/auth/login');
      await other.getByLabel('Email').fill(email);
      await other.getByLabel('Password', { exact: true }).fill(password);
      await other.getByRole('button', { name: 'Login' }).click();
      await other.waitForURL(/\/(welcome|link-restaurant)$/);

      await test.step('the profile', async () => {
        await page.goto('/profile');
        await page.getByRole('link', { name: /Edit Profile/ }).click();
        await page.getByLabel('About you').fill('Runs the oven.');
        const png = Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
          'base64',
        );
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png });
        await expect(page.getByText('Your picture was changed.')).toBeVisible();
        await axe();
        expect(await scrollsSideways(page)).toBe(false);
        await page.getByRole('button', { name: 'Save' }).click();
        await page.waitForURL('**/profile');
        await expect(page.getByText('Runs the oven.')).toBeVisible();
        const picture = page.locator('img[src*="/images/v1/people/"]');
        await expect(picture).toBeVisible();
        await axe();
      });

      await test.step('the devices', async () => {
        await page.getByRole('link', { name: /Signed-in Devices/ }).click();
        await expect(page.getByText('This device')).toBeVisible();
        await axe();
        expect(await scrollsSideways(page)).toBe(false);
        await page.getByRole('button', { name: /^Sign out / }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
        await expect(page.getByText('You are not signed in on any other device.')).toBeVisible();
        await other.goto('/profile');
        await other.reload();
        await expect(other).toHaveURL(/\/auth\/login/);
        await other.close();
      });

      await test.step('the password', async () => {
        await page.goto('/profile/password');
        await page.getByLabel('Current password', { exact: true }).fill('a wrong one');
        await page.getByLabel('New password', { exact: true }).fill('the third of its kind');
        await page.getByRole('button', { name: 'Change Password' }).click();
        await expect(page.getByText('This is not your current password.')).toBeVisible();
        await axe();
        await page.getByLabel('Current password', { exact: true }).fill(password);
        await page.getByRole('button', { name: 'Change Password' }).click();
        await expect(page.getByText('Your password was changed.')).toBeVisible();
        await page.waitForURL('**/profile');
      });
    });
  });
}
