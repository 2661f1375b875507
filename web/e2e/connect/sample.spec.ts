import { newPerson } from '../fixtures/people';
import { call, expect, scrollsSideways, test } from '../fixtures/test';

test('a person looks around in a sample restaurant, and leaves it', async ({
  page,
  request,
  axe,
}) => {
  const audit = async () => {
    await axe();
    expect(await scrollsSideways(page)).toBe(false);
  };
  await newPerson(page, request, 'Looker');
  const bar = page.getByRole('region', { name: 'Sample restaurant' });

  await test.step('open it', async () => {
    await page.goto('/admin-configuration/connect');
    await page.getByRole('button', { name: /Look around in a sample restaurant/ }).click();
    await page.waitForURL(/\/home$/);
    await expect(bar).toBeVisible();
  });

  await test.step('have figures within half a minute', async () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const day = (back: number) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now() - back * 86_400_000);
    const days = { startDate: day(7), endDate: day(1) };
    const sales = async () => {
      const rows = await call<{ netSales: number }[]>(page, 'get-daily-sales-labor', days);
      return rows.filter(({ netSales }) => netSales > 500).length;
    };
    await expect.poll(sales, { timeout: 30_000 }).toBeGreaterThanOrEqual(6);
    await page.reload();
    await expect(page.getByText(/\$\d/).first()).toBeVisible();
    await audit();
  });

  await test.step('see it marked elsewhere', async () => {
    for (const path of ['/home/daily-sales', '/home/menu', '/more']) {
      await page.goto(path);
      await expect(bar).toBeVisible();
      await audit();
    }
  });

  await test.step('leave it', async () => {
    await bar.getByRole('button', { name: 'Leave' }).click();
    await expect(bar).toBeHidden();
    await page.goto('/home');
    await page.waitForURL(/\/link-restaurant$/);
    expect(await page.evaluate(() => localStorage.getItem('default_location'))).toBeNull();
  });
});
