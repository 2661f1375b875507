import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { write } from '@/lib/storage/storage';
import { hourlyRow } from '@/testing/data/reportRows';
import { splitRow } from '@/testing/data/splitRows';
import { renderApp } from '@/testing/renderApp';
import { lines, signedInWithADay } from '@/testing/reportsPage';
import { answer, server } from '@/testing/server';

signedInWithADay();
beforeEach(() => server.use(answer('get-hourly-report', [])));

const sold = (grossSales: number) => ({
  grossSales,
  grossDiscounts: 0,
  netSales: grossSales,
  checks: 2,
  grossCover: 4,
  grossTips: 1,
  averageCheck: grossSales / 2,
});
const goods = (grossSales: number) => ({
  quantity: 2,
  grossSales,
  grossDiscounts: 0,
  netSales: grossSales,
  grossCost: 0,
  grossProfit: grossSales,
  salesWithoutCost: 0,
});
const change = 'Change vs the same day last week: ';

/** Tab, call, title of its list, two rows of two locations, and their lines. */
const tabs = [
  {
    tab: 'labor',
    call: 'get-labor-report',
    title: 'Labor',
    rows: [
      splitRow(
        'demo-pizza',
        { job: 'Cook', employeeID: 'e1', employeeName: 'Ana' },
        {
          grossLabor: 30,
          hours: 2.5,
          overtimeHours: 0.5,
          declaredTips: 0,
          salesPerLaborHour: 40,
          openShifts: 1,
          notClockedOut: 0,
        },
      ),
      splitRow(
        'demo-tacos',
        { job: 'Host', employeeID: null, employeeName: 'Unassigned' },
        { grossLabor: 10, hours: 1, overtimeHours: 0, declaredTips: 0, salesPerLaborHour: 5 },
      ),
    ],
    shown: [
      'TotalToday · so far$40.00',
      'AnaCook · Hours 2.5 h · Overtime hours 0.5 h · so far$30.0075%',
      'UnassignedHost · Hours 1 h$10.0025%',
    ],
  },
  ...(
    [
      [
        'majorCategory',
        'get-major-category-sales-report',
        'Sales by major category',
        ['majorCategory'],
      ],
      [
        'minorCategory',
        'get-minor-category-sales-report',
        'Sales by minor category',
        ['minorCategory', 'majorCategory'],
      ],
    ] as const
  ).map(([tab, call, title, keys]) => ({
    tab,
    call,
    title,
    rows: [
      splitRow('demo-pizza', Object.fromEntries(keys.map((key) => [key, 'Food'])), goods(20)),
      splitRow('demo-tacos', Object.fromEntries(keys.map((key) => [key, 'Food'])), goods(10), {
        lastWeek: goods(8),
      }),
      splitRow('demo-tacos', Object.fromEntries(keys.map((key) => [key, 'Beer'])), goods(10)),
    ],
    shown: [
      `TotalToday$40.00${change}+150%`,
      `Food${keys.length === 2 ? 'Food · ' : ''}Quantity 4 · Profit $30.00$30.0075%${change}+25%`,
      `Beer${keys.length === 2 ? 'Beer · ' : ''}Quantity 2 · Profit $10.00$10.0025%`,
    ],
  })),
  ...(
    [
      ['employee', 'get-employee-sales-report', 'Sales by employee', 'employeeName'],
      [
        'revenueCenter',
        'get-revenuecenter-sales-report',
        'Sales by revenue center',
        'revenueCenter',
      ],
      ['orderType', 'get-ordertype-sales-report', 'Sales by order type', 'orderType'],
      [
        'orderInputType',
        'get-orderinputtype-sales-report',
        'Sales by order input type',
        'orderInputType',
      ],
    ] as const
  ).map(([tab, call, title, key]) => ({
    tab,
    call,
    title,
    rows: [
      splitRow('demo-pizza', { employeeID: 'e1', [key]: 'Ana' }, sold(20.1)),
      splitRow('demo-tacos', { employeeID: 'e1', [key]: 'Ana' }, sold(9.9)),
      splitRow('demo-tacos', { employeeID: 'e2', [key]: 'Benjamin' }, sold(10)),
    ],
    shown: [
      'TotalToday$40.00',
      `${tab === 'orderInputType' ? 'ANA' : 'Ana'}Checks 4 · Average check $7.50$30.0075%`,
      'BenjaminChecks 2 · Average check $5.00$10.0025%',
    ],
  })),
  {
    tab: 'cashier',
    call: 'get-cashier-sales-report',
    title: 'Cashiers',
    rows: [
      splitRow(
        'demo-pizza',
        { cashierID: 'c1', cashierName: 'Ana' },
        {
          grossPayment: 40,
          grossTips: 4,
          grossVoids: 2,
          grossDiscounts: 0,
          payments: [
            { paymentType: 'Cash', paymentCount: 1, amount: 10, grossTips: 0 },
            { paymentType: 'Visa', paymentCount: 2, amount: 26, grossTips: 4 },
          ],
        },
      ),
    ],
    shown: ['TotalToday$40.00', 'AnaVisa $30.00 · Cash $10.00 · Voids $2.00$40.00100%'],
  },
  {
    tab: 'payment',
    call: 'get-payment-report',
    title: 'Payments',
    rows: [
      splitRow(
        'demo-pizza',
        { paymentType: 'Visa' },
        { grossPayment: 40, paymentCount: 3, amount: 36, grossTips: 4 },
      ),
    ],
    shown: ['TotalToday$40.00', 'VisaNumber of payments 3 · Tips $4.00$40.00100%'],
  },
  {
    tab: 'onlineOrder',
    call: 'get-onlineorder-sales-report',
    title: 'Online orders',
    rows: [
      splitRow(
        'demo-pizza',
        { orderSource: 'Website' },
        { grossSales: 40, netSales: 40, orders: 3, grossTips: 4, sourceFee: 2, netAfterFee: 42 },
        {
          lastWeek: {
            grossSales: 20,
            netSales: 20,
            orders: 2,
            grossTips: 0,
            sourceFee: 1,
            netAfterFee: 19,
          },
        },
      ),
    ],
    shown: [
      `TotalToday$40.00${change}+100%`,
      `WebsiteOrders 3 · Source fee $2.00$40.00100%${change}+100%`,
    ],
  },
  {
    tab: 'tablePerformance',
    call: 'get-table-performance-report',
    title: 'Tables',
    rows: ['demo-pizza', 'demo-tacos'].flatMap((posID, index) =>
      ['7', 'Unassigned'].map((table) =>
        splitRow(
          posID,
          { table },
          {
            grossSales: 10 + index,
            netSales: 10 + index,
            checks: 2,
            grossCover: 4,
            tableMinutes: 80,
            averageMinutes: 40,
            salesPerCover: 2.5,
          },
        ),
      ),
    ),
    // Table 7 of one location is not table 7 of the other.
    shown: [
      'TotalToday$42.00',
      'Taco Corner',
      'Table 7Checks 2 · Minutes per check 40 min$11.0026%',
      'Saffron Pizza',
      'Table 7Checks 2 · Minutes per check 40 min$10.0024%',
      'All Locations',
      'UnassignedChecks 4 · Minutes per check 40 min$21.0050%',
    ],
  },
];

describe('tabs of reports that split a span', () => {
  it.each(tabs)('$tab', async ({ tab, call, title, rows, shown }) => {
    server.use(answer(call, rows));
    renderApp(`/home/daily-sales?tab=${tab}`);
    await screen.findByRole('table', { name: title });
    await waitFor(() => expect(lines(title)).toEqual(shown));
    expect(screen.getByRole('region', { name: 'Charts' })).toBeVisible();
  });

  it('show labor by job, and by location if there are several', async () => {
    const labor = tabs.find(({ tab }) => tab === 'labor');
    server.use(answer('get-labor-report', labor?.rows ?? []));
    renderApp('/home/daily-sales?tab=labor');
    await screen.findByRole('table', { name: 'By job' });
    expect(lines('By job')[1]).toMatch(/^Cook/);
    expect(lines('By location').map((line) => line.slice(0, 5))).toEqual([
      'Total',
      'Saffr',
      'Taco ',
    ]);
  });

  it('show labor against the target of the location', async () => {
    write('default_chart_location', 'demo-pizza');
    const labor = tabs.find(({ tab }) => tab === 'labor');
    server.use(
      answer('get-labor-report', labor?.rows.slice(0, 1) ?? []),
      answer('get-hourly-report', [
        hourlyRow('demo-pizza', 12, { grossSales: 100, grossLabor: 30 }),
      ]),
      answer('get-notification-rules', {
        posID: 'demo-pizza',
        digestEmail: false,
        quietHours: { enabled: false, from: '22:00', until: '08:00' },
        rules: [{ kind: 'laborHigh', enabled: true, push: true, threshold: 25 }],
      }),
    );
    renderApp('/home/daily-sales?tab=labor');
    const card = within(await screen.findByRole('region', { name: 'Labor %, total' }));
    await waitFor(() => expect(card.getByTestId('report-total')).toHaveTextContent('30%'));
    expect(await card.findByText('vs target of 25%')).toBeVisible();
    expect(card.getByText('+5.0 pts')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Labor % by hour' })).toBeVisible();
  });

  it('show people without a wage, and lead to the wages', async () => {
    const shift = (employeeName: string, grossLabor: number, hoursWithoutWage: number) =>
      splitRow(
        'demo-pizza',
        { job: 'Cook', employeeID: employeeName, employeeName },
        { grossLabor, hours: 8, overtimeHours: 0, declaredTips: 0, hoursWithoutWage },
      );
    const hour = { grossSales: 100, grossLabor: 30, hoursWithoutWage: 8 };
    server.use(
      answer('get-labor-report', [shift('Ana', 0, 8), shift('Bo', 30, 0)]),
      answer('get-hourly-report', [hourlyRow('demo-pizza', 12, hour)]),
    );
    renderApp('/home/daily-sales?tab=labor');
    await screen.findByRole('table', { name: 'Labor' });
    expect(lines('Labor')).toEqual([
      'TotalToday · incomplete · Hours without wage 8 h$30.00',
      'BoCook · Hours 8 h$30.00100%',
      'AnaCook · Hours 8 h · incomplete · Hours without wage 8 h$0.000%',
    ]);
    const card = within(screen.getByRole('region', { name: 'Labor %, total' }));
    expect(card.getByText('incomplete')).toBeVisible();
    expect(card.getByRole('link', { name: 'Enter wages' })).toHaveAttribute(
      'href',
      '/admin-configuration/wages?posID=demo-pizza',
    );
  });

  it('open a row with all figures, definitions and checks', async () => {
    server.use(
      answer('get-employee-sales-report', [
        splitRow('demo-pizza', { employeeID: 'e1', employeeName: 'Ana' }, sold(20), {
          lastWeek: sold(10),
        }),
      ]),
    );
    const { router } = renderApp('/home/daily-sales?tab=employee');
    await userEvent.click(await screen.findByRole('button', { name: 'Ana' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Ana' }));
    expect(sheet.getAllByText(/^Last week/)[0]).toHaveTextContent(
      'Last week $10.00 Last week: +100%',
    );
    await userEvent.click(sheet.getByRole('button', { name: 'What is Tips?' }));
    const info = within(await screen.findByRole('dialog', { name: 'Tips' }));
    expect(info.getByText(/^Tips on payments\./)).toBeVisible();
    await userEvent.click(info.getByRole('button', { name: 'Got It' }));
    server.use(answer('get-inside-sales', { checkReportList: [], nextCursor: null }));
    await userEvent.click(sheet.getByRole('link', { name: 'Show checks' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/home/sales-history'));
    expect(router.state.location.search).toBe('?from=2026-11-21&to=2026-11-21&q=Ana');
  });

  it('render only the rows in sight of long lists', async () => {
    // jsdom lays nothing out.
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(64);
    const many = Array.from({ length: 500 }, (_, index) =>
      splitRow(
        'demo-pizza',
        {
          posItemID: `i${index}`,
          itemName: `Item ${index}`,
          majorCategory: 'Food',
          minorCategory: 'Pizza',
        },
        goods(1000 - index),
      ),
    );
    server.use(answer('get-itemsales-report', many));
    renderApp('/home/daily-sales?tab=item');
    const list = await screen.findByRole('list', { name: 'Item sales' });
    const shown = within(list).getAllByRole('listitem');
    expect(shown.length).toBeLessThan(100);
    expect(shown[0]).toHaveAttribute('aria-setsize', '500');
    // Paper shows all of them.
    window.dispatchEvent(new Event('beforeprint'));
    expect(lines('Item sales')).toHaveLength(501);
    expect(screen.getByText('All Locations · Nov 21, 2026')).toBeVisible();
    window.dispatchEvent(new Event('afterprint'));
    expect(lines('Item sales')).toHaveLength(1);
  });
});

describe('the link to the checks', () => {
  it('leads from the total, and from a location to its own', async () => {
    server.use(
      answer('get-payment-report', [
        splitRow('demo-pizza', { paymentType: 'Visa' }, { grossPayment: 4, paymentCount: 1 }),
        splitRow('demo-tacos', { paymentType: 'Cash' }, { grossPayment: 2, paymentCount: 1 }),
      ]),
    );
    renderApp('/home/daily-sales?tab=payment&from=2026-11-01&to=2026-11-07');
    const leads = async (list: string, row: string) => {
      const table = within(await screen.findByRole('table', { name: list }));
      await userEvent.click(table.getByRole('button', { name: row }));
      const sheet = within(await screen.findByRole('dialog', { name: row }));
      const link = sheet.getByRole('link', { name: 'Show checks' });
      const address = link.getAttribute('href');
      await userEvent.click(sheet.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      return address;
    };
    const path = '/home/sales-history?from=2026-11-01&to=2026-11-07';
    expect(await leads('Payments', 'Total')).toBe(path);
    expect(await leads('Payments', 'Visa')).toBe(`${path}&q=Visa`);
    expect(await leads('By location', 'Taco Corner')).toBe(`${path}&posID=demo-tacos`);
  });
});
