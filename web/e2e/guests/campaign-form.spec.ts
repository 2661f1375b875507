import type { Page } from '@playwright/test';
import { chooseLocation } from '../fixtures/people';
import { newRestaurant } from '../fixtures/restaurant';
import { mailsTo } from '../fixtures/servers/standIns';
import { expect, scrollsSideways, signIn, test } from '../fixtures/test';

const form = '/email-marketing/basic-email-marketing';
const location = 'demo-pizza';

test('a half-written campaign is kept while it is left', async ({ page, axe }) => {
  await signIn(page);
  await chooseLocation(page, location);
  const preview = page.locator('iframe:not([aria-hidden])').contentFrame();
  await page.goto('/email-marketing');
  await page.getByRole('link', { name: /^Message/ }).click();
  await page.getByLabel('Subject').fill('Rainy Sunday');

  await test.step('one step back leads out, also after several previews', async () => {
    const steps = await page.evaluate(() => history.length);
    for (const typed of ['Come in.', 'Come in from the rain.']) {
      await page.getByLabel('Message').fill(typed);
      await expect(preview.getByText(typed, { exact: true })).toBeVisible();
    }
    expect(await page.evaluate(() => history.length)).toBe(steps);
    await page.goBack();
    await page.waitForURL('**/email-marketing');
  });

  await test.step('it stands among the drafts', async () => {
    const drafts = page.getByRole('region', { name: 'Drafts' });
    await expect(drafts.getByRole('link', { name: /^Rainy Sunday/ })).toBeVisible();
    await axe();
    // Another visit finds it too.
    await page.reload();
    await drafts.getByRole('link', { name: /^Rainy Sunday/ }).click();
    await expect(page.getByLabel('Message')).toHaveValue('Come in from the rain.');
    await axe();
  });

  await test.step('another location has its own', async () => {
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Select Location' });
    await sheet.locator('[aria-pressed=false]').first().click();
    await expect(sheet).toBeHidden();
    await expect(page.getByLabel('Subject')).toHaveValue('');
    await chooseLocation(page, location);
    await page.goto(form);
    await expect(page.getByLabel('Subject')).toHaveValue('Rainy Sunday');
  });

  await test.step('it is gone once it is discarded', async () => {
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(page.getByLabel('Subject')).toHaveValue('');
    await page.goto('/email-marketing');
    await expect(page.getByRole('navigation', { name: 'New campaign' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Drafts' })).toHaveCount(0);
  });
});

/** Presses Tab until the element of this role and name is focused and visible. */
async function tabTo(page: Page, role: 'button' | 'checkbox' | 'link' | 'textbox', name: RegExp) {
  const wanted = page.getByRole(role, { name }).first();
  await expect(wanted).toBeVisible();
  for (let steps = 0; steps < 80; steps++) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) {
      // No pinned element covers it.
      await expect
        .poll(() =>
          wanted.evaluate((element) => {
            const { left, top, width, height } = element.getBoundingClientRect();
            const above = document.elementFromPoint(left + width / 2, top + height / 2);
            return above !== null && (element.contains(above) || above.contains(element));
          }),
        )
        .toBe(true);
      return;
    }
  }
  throw new Error(`no way by Tab to ${role} ${name}`);
}

test('a campaign is written and sent by the keyboard alone', async ({ page, request }) => {
  const { guests } = await newRestaurant(page, request);
  await page.goto('/email-marketing');
  await tabTo(page, 'link', /^Promotion/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/promotion-email-marketing');
  await tabTo(page, 'button', /^Select recipients/);
  await page.keyboard.press('Enter');
  await tabTo(page, 'checkbox', /^Select all/);
  await page.keyboard.press('Space');
  await tabTo(page, 'button', /^Done \(2\)/);
  await page.keyboard.press('Enter');
  await tabTo(page, 'textbox', /^Subject/);
  await page.keyboard.type('By keyboard');
  await tabTo(page, 'textbox', /^Message/);
  await page.keyboard.type('Not one tap.');
  await tabTo(page, 'button', /^Select items/);
  await page.keyboard.press('Enter');
  await tabTo(page, 'button', /^Margherita/);
  await page.keyboard.press('Enter');
  await tabTo(page, 'button', /^Done$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Change items' })).toBeFocused();
  await tabTo(page, 'button', /^Send email/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  const progress = page.getByRole('region', { name: 'Progress' });
  await expect(progress.getByText('Finished', { exact: true })).toBeVisible();
  for (const { email } of guests) expect(await mailsTo(request, email)).toHaveLength(1);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme}, at twice the size of text`, () => {
    test.use({ colorScheme });

    test('the states of a form are axe-clean without cut text', async ({ page, request, axe }) => {
      await page.addInitScript(() => {
        document.addEventListener('DOMContentLoaded', () => {
          document.documentElement.style.fontSize = '200%';
        });
      });
      await newRestaurant(page, request);
      const look = async () => {
        await axe();
        expect(await scrollsSideways(page)).toBe(false);
        const cut = await page.locator('button:visible').evaluateAll((buttons) =>
          buttons
            .flatMap((button) => [...button.querySelectorAll('.mantine-Button-label')])
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ textContent }) => textContent),
        );
        expect(cut).toEqual([]);
      };
      await page.goto('/email-marketing/promotion-email-marketing');
      const everyone = page.getByRole('button', { name: /^Select all/ });
      await expect(everyone).toBeVisible();
      await page.getByRole('button', { name: 'Send email' }).click();
      await expect(page.getByText('Please select at least one item.')).toBeVisible();
      await look();
      await everyone.click();
      await page.getByLabel('Subject').fill('Rainy Sunday');
      await page.getByLabel('Message').fill('Come in from the rain.');
      await page.getByRole('button', { name: 'Select items' }).click();
      const picker = page.getByRole('dialog', { name: 'Select Item' });
      await picker.getByRole('list', { name: 'Items' }).getByRole('button').first().click();
      await look();
      await picker.getByRole('button', { name: 'Done' }).click();
      await expect(picker).toBeHidden();
      await look();
      await page.getByRole('button', { name: 'Open the email' }).click();
      await expect(page.getByRole('dialog', { name: 'Preview' })).toBeVisible();
      await look();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('button', { name: 'Change recipients' }).click();
      await expect(page.getByRole('list', { name: 'Recipients' })).toBeVisible();
      await look();
      await page.getByRole('button', { name: /^Done/ }).click();
      await page.getByRole('button', { name: 'Send email' }).click();
      const question = page.getByRole('dialog', { name: /^Are you sure/ });
      await expect(question).toBeVisible();
      await look();
      await question.getByRole('button', { name: 'Cancel' }).click();
    });
  });
}
