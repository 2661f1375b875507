import { chooseLocation, newLocation, newPerson } from '../fixtures/people';
import { businessDate } from '../fixtures/servers/till';
import { call, expect, scrollsSideways, test } from '../fixtures/test';

test('a wage that is entered completes the labor of past shifts', async ({
  page,
  request,
  axe,
}) => {
  await newPerson(page, request, 'Wages');
  const till = await newLocation(page, request, `wages-${Date.now().toString(36)}`, 'Wage Diner');
  const today = businessDate();
  const shift = (id: string, employee: object) => ({
    id,
    type: 'shift.closed',
    data: {
      posShiftID: id,
      revision: 1,
      employee,
      job: 'Cook',
      businessDate: today,
      clockIn: `${today}T04:00:00`,
      clockOut: `${today}T06:00:00`,
    },
  });
  await till.sendAll([
    shift('s1', { id: 'e1', name: 'Ana' }),
    shift('s2', { id: 'e2', name: 'Bo' }),
  ]);
  await chooseLocation(page, till.posID);
  const range = { posID: till.posID, startDate: today, endDate: today };
  const day = async () => {
    const rows = await call<{ grossLabor: number; hoursWithoutWage?: number }[]>(
      page,
      'get-daily-sales-labor',
      range,
    );
    return rows.map(({ grossLabor, hoursWithoutWage = 0 }) => [grossLabor, hoursWithoutWage]);
  };
  await expect.poll(day).toEqual([[0, 4]]);

  await page.goto('/admin-configuration');
  await page.getByRole('link', { name: /Wages/ }).click();
  await expect(page.getByRole('heading', { name: '2 people without a wage' })).toBeVisible();
  await axe();
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByRole('button', { name: /Ana/ }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Wage per hour').fill('20');
  await sheet.getByRole('radio', { name: /Everybody in the job Cook/ }).check();
  await axe();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Nobody is without a wage.')).toBeVisible();
  await expect.poll(day).toEqual([[80, 0]]);

  await page.getByRole('button', { name: /Cook/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove wage' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('heading', { name: '2 people without a wage' })).toBeVisible();
  await expect.poll(day).toEqual([[0, 4]]);
});
