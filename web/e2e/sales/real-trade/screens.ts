import type { Locator, Page } from '@playwright/test';
import { parseCsv } from '../../fixtures/csv';
import { ask, expect } from '../../fixtures/test';
import { today, yesterday } from './facts';

/**
 * A screen of the location, such as `check full` (a check's sheet), `report tax` (a tab), `row tax City tax` (all figures of
 * a row), `means tax` (the meaning of a tab's figures), `info sales Rounding` (the info icon of a figure), or a path; `:pos`
 * stands for the location's id.
 */
export type Screen = string;

const span = `from=${today}&to=${today}`;

/** Opens a screen; answers the part of it that is new. */
export async function open(page: Page, posID: string, screen: Screen): Promise<Locator> {
  const [kind = '', tab = '', ...rest] = screen.split(' ');
  const name = rest.join(' ');
  const sheet = page.getByRole('dialog').last();
  if (kind.startsWith('/')) {
    await page.goto(kind.replaceAll(':pos', posID));
    return /[?&](item|guest|payment|payout)=/.test(kind) ? sheet : page.getByRole('main');
  }
  if (kind === 'check') {
    await page.goto(`/home/sales-history?${span}&check=${posID}/${tab}`);
    return sheet;
  }
  await page.goto(`/home/daily-sales?tab=${tab}&${span}`);
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByRole('row').first()).toBeVisible();
  if (kind === 'report') return panel;
  if (kind === 'row') {
    await panel.getByRole('button', { name, exact: true }).first().click();
  } else if (kind === 'info') {
    await panel
      .getByRole('button', { name: `What is ${name}?` })
      .first()
      .click();
  } else {
    await page.getByRole('button', { name: 'Report options' }).click();
    await page.getByRole('menuitem', { name: 'What do these mean?' }).click();
  }
  return sheet;
}

const lists: Readonly<Record<string, string>> = {
  payments: '/payments/v1/payment_intents?',
  payouts: '/payments/v1/payouts?',
  'payout square-77': '/payments/v1/payouts/square-77/transactions?',
};

/** A file of the location, by the last part of its call (`by day` from yesterday on) or its name above: a record for each line. */
export async function fileOf(
  page: Page,
  posID: string,
  name: string,
): Promise<Record<string, string>[]> {
  const [call = '', ...byDay] = name.split(' ');
  const days =
    byDay.length > 0
      ? { startDate: yesterday, endDate: today, groupBy: 'day' }
      : { startDate: today, endDate: today };
  const list = lists[name];
  const { text } =
    list === undefined
      ? await ask(page, call, { posID, ...days }, 'text/csv')
      : await page.evaluate(async (path) => {
          const answer = await fetch(path, { headers: { Accept: 'text/csv' } });
          return { text: await answer.text() };
        }, `${list}posID=${posID}`);
  const [header = [], ...lines] = parseCsv(text.replace(/^\uFEFF/, ''));
  // The second of two columns with one label is `Tax (2)`.
  const names = header.map((label, at) => (header.indexOf(label) < at ? `${label} (2)` : label));
  return lines.map((cells) =>
    Object.fromEntries(names.map((label, at) => [label, cells[at] ?? ''])),
  );
}
