import type { Page } from '@playwright/test';
import { squareFile } from '../connect/squareFile';
import { forgetShifts } from './audit';
import { open } from './open';

const dishes = [
  { item: 'Clam chowder', cents: 900 },
  { item: 'Fish and chips', cents: 1850 },
  { item: 'Lobster roll', cents: 2600 },
  { item: 'Garden salad', cents: 1150 },
  { item: 'Iced tea', cents: 350 },
];

/** Checks of ten days of April, whose dates can be read day first too. */
const rows = Array.from({ length: 10 }, (_, day) =>
  Array.from({ length: 30 + ((day * 7) % 11) }, (_, index) => {
    const date = `04/${String(day + 1).padStart(2, '0')}/2026`;
    const check = 1000 * (day + 1) + index;
    return [0, 1, 2].map((nth) => {
      const dish = dishes[(index * 3 + nth * (day + 1)) % dishes.length];
      return { date, check, item: dish?.item ?? '', cents: dish?.cents ?? 0 };
    });
  }).flat(),
).flat();

const file = squareFile('items-april.csv', rows);

/** A file of an unknown till, and what some of its columns are. */
const unknown = {
  name: 'kasse-17.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Zub;Wen;Tok;Pim',
      '1001;2026-04-01 12:30;Fischsuppe;9,00',
      '1002;2026-04-01 13:10;Salat;11,50',
    ]
      .join('\n')
      .concat('\n'),
  ),
};
const meanings = {
  Wen: 'Date of the sale, with its time or without',
  Tok: 'Name of the item',
  Pim: 'Amount of the row before discounts',
};

async function upload(page: Page, files: typeof file): Promise<void> {
  await page.locator('main input[type=file]:not([accept*=yaml])').setInputFiles(files);
  await page.getByRole('button', { name: /^Upload 1 file/ }).click();
}

/** The way of an owner without a location to their first figures from a file, in this order. */
export const ofImports: Record<string, (page: Page) => Promise<unknown>> = {
  connect: (page) => open(page, '/admin-configuration/connect'),
  'connect-location': async (page) => {
    await page.getByRole('link', { name: /Upload your sales/ }).click();
    await page.getByLabel('Name of the restaurant').fill('Harbor Grill');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('new york');
    await page.getByRole('option', { name: 'America / New York' }).click();
  },
  'connect-upload': async (page) => {
    await page.getByRole('button', { name: 'Create Location' }).click();
    await page.getByRole('button', { name: 'Choose files' }).waitFor();
    await page.getByText('Location created.').waitFor({ state: 'detached' });
    await forgetShifts(page);
  },
  'import-question': async (page) => {
    await upload(page, file);
    const dates = page.getByRole('radiogroup', { name: /^Is / });
    await dates.getByRole('radio', { name: /month first/ }).check();
    await forgetShifts(page);
  },
  'import-preview': async (page) => {
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: /^Import \d+ checks/ }).waitFor();
    await forgetShifts(page);
  },
  'import-done': async (page) => {
    await page.getByRole('button', { name: /^Import \d+ checks/ }).click();
    await page.getByText(/are in your reports/).waitFor();
    await forgetShifts(page);
  },
  'import-undo': async (page) => {
    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('dialog', { name: 'Undo this import?' }).waitFor();
  },
  imports: (page) => open(page, '/admin-configuration/imports'),
  'import-unknown': async (page) => {
    await open(page, '/admin-configuration/connect/upload');
    await upload(page, unknown);
    await page.getByRole('link', { name: 'Map the columns' }).waitFor();
    await forgetShifts(page);
  },
  'import-mapping': async (page) => {
    await page.getByRole('link', { name: 'Map the columns' }).click();
    await page.getByRole('radio', { name: 'An item of a check' }).check();
    for (const [column, meaning] of Object.entries(meanings)) {
      await page.getByRole('combobox', { name: column, exact: true }).fill(meaning);
      await page.getByRole('option', { name: meaning, exact: true }).click();
    }
    await forgetShifts(page);
  },
  'ingest-keys': (page) => open(page, '/admin-configuration/ingest-keys'),
};
