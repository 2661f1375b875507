import { chooseLocation, newLocation, newPerson } from '../fixtures/people';
import { call, expect, test } from '../fixtures/test';

const day = 86_400_000;

/** Visits of each guest: how many days ago, and for how many dollars. No day is at an edge of a group. */
const visits: Record<string, [daysAgo: number, dollars: number][]> = {
  Ada: [[2, 20]],
  Ben: [
    [200, 30],
    [5, 40],
  ],
  Cleo: [[45, 25]],
  Dora: [
    [120, 10],
    [45, 15],
  ],
  Eli: [[75, 35]],
  Finn: [
    [95, 60],
    [75, 5],
  ],
  Gus: [[110, 45]],
  Hana: [
    [300, 50],
    [110, 50],
  ],
  Ivo: [
    [380, 900],
    [10, 12],
  ],
  Jana: [
    [60 * 5, 300],
    [1, 80],
  ],
  Kim: [],
};

const names = Object.keys(visits);
const last = (name: string) => Math.min(...(visits[name] ?? []).map(([daysAgo]) => daysAgo));
/** Dollars of the last twelve months. */
const spend = (name: string) =>
  (visits[name] ?? []).reduce((sum, [daysAgo, dollars]) => sum + (daysAgo < 365 ? dollars : 0), 0);
const away = (days: number) =>
  names.filter((name) => Number.isFinite(last(name)) && last(name) >= days);

const spenders = names.filter((name) => spend(name) > 0).sort((a, b) => spend(b) - spend(a));

const groups = {
  'Away 30 days': away(30),
  'Away 60 days': away(60),
  'Away 90 days': away(90),
  'First-timers': names.filter((name) => visits[name]?.length === 1),
  'Top spenders': spenders.slice(0, Math.ceil(spenders.length / 10)),
};

test('groups of guests are those of their visits', async ({ page, request }) => {
  await newPerson(page, request, 'Groups');
  const posID = `groups-${Date.now().toString(36)}`;
  const till = await newLocation(page, request, posID, 'Corner Bakery');
  await till.sendAll(
    names.map((name) => ({
      id: `guest-${name}`,
      type: 'customer.upserted',
      data: { posCustomerID: name, revision: 1, firstName: name, lastName: 'Guest' },
    })),
  );
  for (const [name, all] of Object.entries(visits)) {
    for (const [daysAgo, dollars] of all) {
      const time = new Date(Date.now() - daysAgo * day).toISOString();
      await till.closeCheck({ id: `${name}-${daysAgo}`, dollars, time, posCustomerID: name });
    }
  }
  await expect
    .poll(async () => {
      const { customerList } = await call<{ customerList: { visits: number }[] }>(
        page,
        'get-customers-list',
        { posID, limit: 100 },
      );
      return customerList.reduce((sum, { visits }) => sum + visits, 0);
    })
    .toBe(Object.values(visits).flat().length);

  await chooseLocation(page, posID);
  await page.goto('/customers');
  const rows = page.getByRole('list', { name: 'Customers' }).getByRole('button');
  for (const [chip, expected] of Object.entries(groups)) {
    await page.getByRole('button', { name: chip, exact: true }).click();
    await expect(page).toHaveURL(/segment=/);
    await expect(rows).toHaveCount(expected.length);
    for (const name of expected) await expect(rows.filter({ hasText: name })).toHaveCount(1);
  }
});
