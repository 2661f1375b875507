import catalogue from '../../../proto/figures.json' with { type: 'json' };
import { expect, owner, test } from '../fixtures/test';

const base = '/api-restaurant-pos/restaurantpro';

/** Every report that splits all sales, by its dimension. */
const splitting = catalogue.reports
  .filter(({ figures }) => figures.includes('GROSS_SALES'))
  .map(({ call }) => call)
  // Only online orders have a source.
  .filter((call) => call !== 'get-onlineorder-sales-report');

/** Days back from today at the locations, as first and last day of a range. */
const ranges = [
  [1, 1],
  [7, 1],
  [31, 8],
  [399, 1],
] as const;

interface Row {
  grossSales: number;
}

test('every report adds up to the daily gross sales', async ({ request }) => {
  const answer = async (call: string, data: object) => {
    const response = await request.post(`${base}/${call}`, { data });
    expect(response.status(), call).toBe(200);
    return (await response.json()).body;
  };
  const { email: username, password } = owner;
  const { sessionGuid: sessionID } = await answer('login', { username, password });
  const locations: { businessDate: string }[] = await answer(
    `get-restaurant-list/${sessionID}`,
    {},
  );
  const today = locations.map(({ businessDate }) => businessDate).sort()[0] ?? '';
  const daysBack = (days: number) =>
    new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
  for (const [first, last] of ranges) {
    const range = { sessionID, startDate: daysBack(first), endDate: daysBack(last) };
    const cents = async (call: string, groupBy: string) => {
      const rows: Row[] = await answer(call, { ...range, groupBy });
      return rows.reduce((sum, row) => sum + Math.round(row.grossSales * 100), 0);
    };
    const daily = await cents('get-daily-sales-labor', 'day');
    expect(daily).toBeGreaterThan(0);
    for (const call of splitting) {
      for (const groupBy of ['none', 'month']) {
        expect(await cents(call, groupBy), `${call} from ${range.startDate} by ${groupBy}`).toBe(
          daily,
        );
      }
    }
  }
});
