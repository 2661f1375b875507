import type { Page } from '@playwright/test';
import { forgetShifts } from './audit';
import { open } from './open';

const token = process.env.SAFFRON_SQUARE_SANDBOX_TOKEN ?? '';

/** The way of an owner without a location to their POS, in this order. */
export const ofConnections: Record<string, (page: Page) => Promise<unknown>> = {
  'connect-pos': (page) => open(page, '/admin-configuration/connect/pos'),
  'connect-token': async (page) => {
    await page.getByRole('link', { name: /Square/ }).click();
    await page.getByLabel('Name of the restaurant').fill('Red Lantern Noodle House');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('chicago');
    await page.getByRole('option', { name: 'America / Chicago' }).click();
    await page.getByRole('button', { name: 'Create Location' }).click();
    await page.getByRole('button', { name: /access token instead/ }).click();
    await page.getByLabel('Access token').waitFor();
    await page.getByText('Location created.').waitFor({ state: 'detached' });
    await forgetShifts(page);
  },
  'connect-choose': async (page) => {
    await page.getByLabel('Access token').fill(token);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('radio', { name: /^Red Lantern Noodle House/ }).check();
    await forgetShifts(page);
  },
  connection: async (page) => {
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('heading', { name: /^Your past is here/ }).waitFor();
    await page.locator('[id^=mantine-n][role=status]').waitFor({ state: 'detached' });
    await page
      .getByText(/^The same to the cent/)
      .first()
      .waitFor();
    await forgetShifts(page);
  },
  'connection-days': async (page) => {
    await page.getByRole('link', { name: 'All days' }).click();
    await page
      .getByRole('link', { name: /The same to the cent/ })
      .first()
      .waitFor();
    await forgetShifts(page);
  },
  'connection-day': async (page) => {
    await page
      .getByRole('link', { name: /The same to the cent/ })
      .first()
      .click();
    await page.getByRole('region', { name: 'Figures of the day' }).waitFor();
    await forgetShifts(page);
  },
  connections: (page) => open(page, '/admin-configuration/connections'),
};
