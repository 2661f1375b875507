import path from 'node:path';
import type { Page } from '@playwright/test';
import { chooseLocation } from '../fixtures/payments';
import { newPerson } from '../fixtures/people';
import { signIn, test } from '../fixtures/test';
import { doubleText, expectWellLaidOut, watchShifts } from './audit';
import { ofConnections } from './connections';
import { ofImports } from './imports';
import { ofGuests, ofNewcomers, ofOwners } from './screens';

const folder = path.resolve(process.env.SAFFRON_SCREENS ?? '../docs/screens');

const phone = { viewport: { width: 360, height: 740 } };
const tablet = { viewport: { width: 820, height: 1180 } };
const desktop = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };

/** Each look of the app, and the end of the names of its pictures; without an end it is audited only. */
const looks = [
  { name: 'phone', end: 'light', use: phone },
  { name: 'phone, dark', end: 'dark', use: { ...phone, colorScheme: 'dark' } },
  { name: 'phone, large text', end: null, use: phone, large: true },
  { name: 'tablet', end: '820', use: tablet },
  { name: 'tablet, dark', end: null, use: { ...tablet, colorScheme: 'dark' } },
  { name: 'desktop', end: '1280', use: desktop },
  { name: 'desktop, dark', end: null, use: { ...desktop, colorScheme: 'dark' } },
] as const;

/** Whether a wide picture is kept: of the ten metrics, which look alike, one. */
function isKept(name: string, end: string): boolean {
  const alike = name.startsWith('history-report') && name !== 'history-report-sales';
  return !alike || end === 'light' || end === 'dark';
}

test.setTimeout(1_200_000);

for (const { name: look, end, use, ...options } of looks) {
  test.describe(look, () => {
    test.use(use);

    async function walk(
      page: Page,
      axe: () => Promise<void>,
      screens: Record<string, (page: Page) => Promise<unknown>>,
    ) {
      for (const [name, open] of Object.entries(screens)) {
        await test.step(name, async () => {
          if ((await open(page)) === false) return;
          await page.evaluate(() => document.fonts.ready);
          // Charts are drawn after their data; the live stream keeps the network from being idle.
          await page.waitForTimeout(1_000);
          if (end !== null && isKept(name, end)) {
            const file = path.join(folder, `${name}-${end}.png`);
            await page.screenshot({ path: file, animations: 'disabled' });
          }
          if (name === 'mail') return;
          await expectWellLaidOut(page, name);
          await axe();
        });
      }
    }

    test.beforeEach(async ({ page }) => {
      await watchShifts(page);
      if ('large' in options) await doubleText(page);
    });

    test('guests', ({ page, axe }) => walk(page, axe, ofGuests));

    test('newcomers', async ({ page, request, axe }) => {
      await newPerson(page, request, 'Screens');
      await walk(page, axe, ofNewcomers);
    });

    test('imports', async ({ page, request, axe }) => {
      await newPerson(page, request, 'Importer');
      await walk(page, axe, ofImports);
    });

    test('connections', async ({ page, request, axe }) => {
      await newPerson(page, request, 'Connector');
      await walk(page, axe, ofConnections);
    });

    for (const [name, screens] of Object.entries(ofOwners)) {
      test(name, async ({ page, axe }) => {
        await signIn(page);
        await chooseLocation(page);
        await walk(page, axe, screens);
      });
    }
  });
}
