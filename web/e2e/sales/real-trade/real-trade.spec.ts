import type { Locator, Page } from '@playwright/test';
import { chooseLocation, newLocation, newPerson } from '../../fixtures/people';
import { expect, test } from '../../fixtures/test';
import { addedFields } from './contract';
import { facts } from './facts';
import { type Row, rows } from './rows/index';
import { fileOf, open, type Screen } from './screens';

/** Rows by a part of them, which is then read once. */
function groupedBy(key: (row: Row) => string): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return [...groups];
}

async function expectShown(part: Locator, { field, shown, gone }: Row) {
  const [, value, beside] = shown;
  const text = { useInnerText: true };
  if (beside !== undefined) await expect(part, field).toContainText(beside, text);
  if (gone) await expect.soft(part, field).not.toContainText(value, text);
  else await expect.soft(part, field).toContainText(value, text);
}

/** Rows on a screen, each a step under its own name. */
async function onScreen(
  page: Page,
  posID: string,
  [screen, ofScreen]: [Screen, Row[]],
  expectRow: (part: Locator, row: Row) => Promise<void>,
) {
  await test.step(screen, async () => {
    const part = await open(page, posID, screen);
    for (const row of ofScreen) await test.step(row.field, () => expectRow(part, row));
  });
}

test('each added field is shown, filed and explained', async ({ page, request }) => {
  await newPerson(page, request, 'Trade');
  const posID = `trade-${Date.now().toString(36)}`;
  const till = await newLocation(page, request, posID, 'Real Trade');
  await till.sendAll([...facts]);
  await chooseLocation(page, posID);
  await test.step('files', async () => {
    for (const [name, ofFile] of groupedBy(({ filed: [file] }) => file)) {
      await expect(async () => {
        const lines = await fileOf(page, posID, name);
        const isThere = ({ filed: [, cells] }: Row) =>
          lines.some((line) =>
            Object.entries(cells).every(([column, value]) => line[column] === value),
          );
        const wrong = ofFile.filter((row) => isThere(row) === (row.gone ?? false));
        expect(
          wrong.map(({ field }) => field),
          `${name}: ${JSON.stringify(lines)}`,
        ).toEqual([]);
      }).toPass({ timeout: 30_000 });
    }
  });
  await test.step('screens', async () => {
    for (const group of groupedBy(({ shown: [screen] }) => screen)) {
      await onScreen(page, posID, group, expectShown);
    }
  });
  await test.step('explanations', async () => {
    for (const group of groupedBy(({ explained: [screen] }) => screen)) {
      await onScreen(page, posID, group, (part, { field, explained: [, meaning] }) =>
        expect.soft(part, field).toContainText(meaning, { useInnerText: true }),
      );
    }
  });
});

test('each added field has a row', () => {
  // A second row of a field has its value behind it.
  const named = new Set(rows.map(({ field }) => field.split(' ').slice(0, 2).join(' ')));
  const added = addedFields();
  expect(added.filter((field) => !named.has(field))).toEqual([]);
  // Its minutes may have decimals since then.
  const changed = ['shift.closed regularMinutes'];
  expect([...named].filter((field) => ![...added, ...changed].includes(field))).toEqual([]);
});
