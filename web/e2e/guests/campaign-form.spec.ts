import type { Page } from '@playwright/test';
import { chooseLocation } from '../fixtures/people';
import { newRestaurant } from '../fixtures/restaurant';
import { mailsTo } from '../fixtures/servers/standIns';
import { expect, scrollsSideways, signIn, test } from '../fixtures/test';

const form = '/email-marketing/basic-email-marketing';
const location = 'demo-pizza';

const discarding = (page: Page) => page.getByRole('dialog', { name: 'Discard this campaign?' });

/** Answers the question before a form is left. */
async function reply(page: Page, name: 'Cancel' | 'Discard'): Promise<void> {
  await discarding(page).getByRole('button', { name }).click();
  await expect(discarding(page)).toBeHidden();
}

test('a half-written campaign is not lost without a question', async ({ page, axe }) => {
  await signIn(page);
  await chooseLocation(page, location);
  const begin = async () => {
    await page.goto('/email-marketing');
    await page.getByRole('link', { name: /^Message/ }).click();
    await page.getByLabel('Subject').fill('Rainy Sunday');
  };
  const preview = page.locator('iframe:not([aria-hidden])').contentFrame();
  const kept = () => expect(page.getByLabel('Subject')).toHaveValue('Rainy Sunday');

  await test.step('by the arrow and the browser', async () => {
    await begin();
    // Going back is one step, also after several previews.
    const steps = await page.evaluate(() => history.length);
    for (const typed of ['Come in.', 'Come in from the rain.']) {
      await page.getByLabel('Message').fill(typed);
      await expect(preview.getByText(typed, { exact: true })).toBeVisible();
    }
    expect(await page.evaluate(() => history.length)).toBe(steps);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(discarding(page)).toBeVisible();
    await axe();
    await reply(page, 'Cancel');
    await kept();
    await page.evaluate(() => history.back());
    await reply(page, 'Cancel');
    expect(new URL(page.url()).pathname).toBe(form);
    await kept();
    await page.evaluate(() => history.back());
    await reply(page, 'Discard');
    await page.waitForURL('**/email-marketing');
  });

  await test.step('by the tab bar', async () => {
    await begin();
    await page.getByRole('link', { name: 'Home' }).click();
    await reply(page, 'Discard');
    await page.waitForURL('**/home');
  });

  await test.step('by another location', async () => {
    await begin();
    const change = page.getByRole('button', { name: 'Change', exact: true });
    const choose = async () => {
      await change.click();
      const sheet = page.getByRole('dialog', { name: 'Select Location' });
      await sheet.locator('[aria-pressed=false]').first().click();
      await expect(sheet).toBeHidden();
    };
    await choose();
    // The closing sheet does not take the focus from the question.
    await expect(discarding(page).getByRole('button', { name: 'Discard' })).toBeFocused();
    await reply(page, 'Cancel');
    await kept();
    await choose();
    await reply(page, 'Discard');
    await expect(page.getByLabel('Subject')).toHaveValue('');
    await chooseLocation(page, location);
  });

  await test.step('by closing the tab', async () => {
    await begin();
    // Chromium closes its question if a frame of the page is loaded meanwhile; the page stays.
    await expect(preview.locator('body')).toContainText('Rainy Sunday');
    const opened = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await opened;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await kept();
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
