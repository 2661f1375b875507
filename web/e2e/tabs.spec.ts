import { views } from '../src/lib/messages/common';
import { reports } from '../src/lib/messages/sales';
import { expect, scrollsSideways, signIn, test, wholeWeek } from './fixtures/test';

const pages = { '/home/daily-sales': reports.daily, '/home/history-report': reports.history };
const tabs = Object.entries(pages).flatMap(([route, labels]) =>
  Object.entries(labels).map(([tab, label]) => ({ route, tab, label })),
);
/** What a tab with data does not say. */
const nothing = [views.comingSoon, views.failed, views.empty, views.pageError];

test('there are 15 and 10 tabs', () => {
  expect(Object.values(pages).map((labels) => Object.keys(labels).length)).toEqual([15, 10]);
});

for (const scheme of ['light', 'dark'] as const) {
  test.describe(scheme, () => {
    test.use({ colorScheme: scheme });

    test('every report tab shows its figures, is axe-clean and fits the screen', async ({
      page,
      axe,
    }) => {
      test.setTimeout(240_000);
      await signIn(page);
      const { from, to } = wholeWeek();
      for (const { route, tab, label } of tabs) {
        await test.step(`${route} ${label}`, async () => {
          await page.goto(`${route}?tab=${tab}&from=${from}&to=${to}`);
          await expect(page.getByRole('tab', { name: label, exact: true })).toHaveAttribute(
            'aria-selected',
            'true',
          );
          const panel = page.getByRole('tabpanel');
          await expect(panel).toContainText(/Total/);
          await expect(panel.locator('.mantine-Skeleton-root')).toHaveCount(0);
          for (const text of nothing) {
            await expect(panel).not.toContainText(text);
          }
          await axe();
          expect(await scrollsSideways(page), label).toBe(false);
        });
      }
    });
  });
}
