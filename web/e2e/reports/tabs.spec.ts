import catalogue from '../../../proto/figures.json' with { type: 'json' };
import { views } from '../../src/lib/messages/app/common';
import { reports } from '../../src/lib/messages/sales/sales';
import { expect, scrollsSideways, signIn, test, wholeWeek } from '../fixtures/test';

const pages = {
  '/home/daily-sales': Object.fromEntries(catalogue.reports.map(({ tab }) => [tab.key, tab.label])),
  '/home/history-report': reports.history,
};
/** Messages that a tab with data does not show. */
const nothing = [views.comingSoon, views.failed, views.empty, views.pageError];

for (const scheme of ['light', 'dark'] as const) {
  test.describe(scheme, () => {
    test.use({ colorScheme: scheme });

    test('every report tab has figures, is axe-clean and fits', async ({ page, axe }) => {
      await signIn(page);
      const { from, to } = wholeWeek();
      for (const [route, labels] of Object.entries(pages)) {
        await page.goto(`${route}?from=${from}&to=${to}`);
        for (const [tab, label] of Object.entries(labels)) {
          await test.step(`${route} ${label}`, async () => {
            await page.getByRole('tab', { name: label, exact: true }).click();
            await expect(page).toHaveURL(new RegExp(`tab=${tab}\\b`));
            const panel = page.getByRole('tabpanel', { name: label, exact: true });
            await expect(panel).toContainText(/Total/);
            await expect(panel.locator('.mantine-Skeleton-root')).toHaveCount(0);
            const text = (await panel.textContent()) ?? '';
            expect(nothing.filter((words) => text.includes(words))).toEqual([]);
            await axe();
            expect(await scrollsSideways(page), label).toBe(false);
          });
        }
      }
    });
  });
}
