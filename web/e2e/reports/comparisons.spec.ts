import { newLocation, newPerson } from '../fixtures/people';
import { timeZone } from '../fixtures/servers/till';
import { call, expect, test } from '../fixtures/test';

const day = 86_400_000;

/** A date of the calendar, `YYYY-MM-DD`. */
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The running business date, which begins at four; midnight UTC of that date. */
const today = Date.parse(
  new Date(Date.now() - 4 * 3_600_000).toLocaleDateString('en-CA', { timeZone }),
);

/** One check a day, in cents: enough days for a month and the same month of the year before. */
const sales = new Map(
  Array.from({ length: 430 }, (_, back) => [
    dateOf(today - (back + 1) * day),
    5_000 + ((back * 7_919) % 9_000),
  ]),
);

/** The sum of the sales of some days, in cents. */
function sum(isIn: (date: string) => boolean): number {
  return [...sales].reduce((sum, [date, cents]) => sum + (isIn(date) ? cents : 0), 0);
}

/** The month so many months ago, `YYYY-MM`. */
function month(back: number): string {
  const now = new Date(today);
  return dateOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).slice(0, 7);
}

const ofDay = (back: number) => sum((date) => date === dateOf(today - back * day));
const ofMonth = (back: number) => sum((date) => date.startsWith(month(back)));

/** Sums of each span: its own, that of the span before, and that of the year before. */
const spans = {
  Yesterday: [ofDay(1), ofDay(8), ofDay(365)],
  'Last month': [ofMonth(1), ofMonth(2), ofMonth(13)],
};

function change(now: number, then: number): string {
  const percent = Math.round((now / then - 1) * 100);
  return `${percent > 0 ? '+' : ''}${percent}%`;
}

test('changes are those against the chosen span', async ({ page, request }) => {
  await newPerson(page, request, 'Compare');
  const till = await newLocation(page, request, `compare-${today}-${Date.now()}`, 'Corner Grill');
  const facts = [...sales].map(([date, cents]) => {
    const amount = (cents / 100).toFixed(2);
    const data = {
      posCheckID: date,
      revision: 1,
      closeTime: `${date}T19:00:00Z`,
      covers: 2,
      employee: { id: 'e1', name: 'Server One' },
      items: [{ posItemID: 'soup', name: 'Soup', quantity: 1, amount, cost: 1 }],
      payments: [{ type: 'Cash', amount }],
    };
    return { id: date, type: 'check.closed', data };
  });
  await till.sendAll(facts);
  const [first = ''] = [...sales.keys()].slice(-1);
  const body = { startDate: first, endDate: dateOf(today), groupBy: 'none' };
  await expect
    .poll(async () => {
      const rows = await call<{ grossSales: number }[]>(page, 'get-daily-sales-labor', body);
      return rows.reduce((sum, row) => sum + Math.round(row.grossSales * 100), 0);
    })
    .toBe(sum(() => true));

  await page.goto('/home/daily-sales');
  const headline = page.getByRole('region', { name: 'Gross sales, total' });
  for (const [against, choice] of ['Period before', 'Same period last year'].entries()) {
    await headline.getByRole('button', { name: /^Compare/ }).click();
    await page.getByRole('radio', { name: choice }).click();
    for (const [chip, [own = 0, ...compared]] of Object.entries(spans)) {
      await page.getByRole('button', { name: chip }).click();
      const dollars = (own / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
      await expect(page.getByTestId('report-total')).toHaveText(dollars);
      await expect(headline).toContainText(change(own, compared[against] ?? 0));
    }
  }
});
