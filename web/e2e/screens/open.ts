import type { Page } from '@playwright/test';

/** Opens a page and waits for its contents. */
export async function open(page: Page, route: string): Promise<void> {
  await page.goto(route);
  await page
    .locator('.mantine-Skeleton-root')
    .first()
    .waitFor({ state: 'detached' })
    .catch(() => undefined);
}

/** The opened details: a sheet on a phone, a pane on wide screens. */
export function details(page: Page) {
  const pane = page.getByRole('complementary').filter({ hasNotText: 'Test Mode' });
  return page.getByRole('dialog').or(pane);
}

/** Opens details by their address, as after a tap: a focus ring on their first button is for keyboards. */
export async function openDetails(page: Page, route: string, text: string): Promise<void> {
  await open(page, route);
  await details(page).getByText(text).first().waitFor();
  await details(page).getByRole('heading').first().click();
}
