import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { dailyFigures, dailyRow, hourlyRow, itemRow } from '@/testing/data/reportRows';
import { renderApp, testUser } from '@/testing/renderApp';
import { lines, recordingReport, signedInWithADay, TODAY } from '@/testing/reportsPage';
import { answer, server } from '@/testing/server';
import { liveRegions } from '@/testing/spoken';

const requests: Record<string, unknown>[] = [];
const report = recordingReport(requests);

signedInWithADay();
beforeEach(() => {
  requests.length = 0;
  server.use(
    report('get-daily-sales-labor', [
      dailyRow(
        'demo-pizza',
        TODAY,
        { grossSales: 300 },
        { lastWeek: dailyFigures({ grossSales: 200 }) },
      ),
      dailyRow('demo-tacos', TODAY, { grossSales: 100 }),
    ]),
  );
});

describe('/home/daily-sales', () => {
  it('opens on the sales of today, total first', async () => {
    renderApp('/home/daily-sales');
    await screen.findByRole('table', { name: 'By location' });
    expect(requests[0]).toEqual({
      sessionID: testUser.sessionID,
      startDate: '2026-11-21T00:00:00',
      endDate: '2026-11-21T23:59:59',
      groupBy: 'day',
      compareTo: 'previous',
    });
    expect(lines('By location')).toEqual([
      'TotalToday$400.00Change vs the same day last week: +50%',
      'Saffron Pizza$300.0075%Change vs the same day last week: +50%',
      'Taco Corner$100.0025%',
    ]);
  });

  it('shows the total, its change and four figures above the chart', async () => {
    renderApp('/home/daily-sales');
    const card = await screen.findByRole('region', { name: 'Gross sales, total' });
    // The card is there before the answer.
    expect(within(card).getByText('Net sales')).toBeVisible();
    await within(card).findByText('$400.00', { selector: '[data-testid]' });
    expect(card).toHaveTextContent(
      'vs the same day last week: +50%Compare with: vs the same day last week',
    );
    const figures = within(card)
      .getAllByRole('definition')
      .map((value) => `${value.previousSibling?.textContent} ${value.textContent}`);
    expect(figures).toEqual(['Net sales $400.00', 'Labor $0.00', 'Cost $0.00', 'Profit $0.00']);
    const chart = screen.getByRole('region', { name: 'Charts' });
    expect(card.compareDocumentPosition(chart)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('shows hours with their labor', async () => {
    server.use(
      report('get-hourly-report', [
        hourlyRow('demo-pizza', 12, { grossSales: 75, grossLabor: 15, checks: 2 }),
        hourlyRow('demo-pizza', 13, { grossSales: 25, grossLabor: 10, checks: 1 }),
      ]),
    );
    renderApp('/home/daily-sales');
    await userEvent.click(await screen.findByRole('tab', { name: 'Hourly' }));
    await screen.findByRole('table', { name: 'Sales by hour' });
    expect(requests.at(-1)).toMatchObject({ groupBy: 'none' });
    expect(lines('Sales by hour')[1]).toBe(
      '12 PM – 1 PMChecks 2 · Covers 2 · Labor % 20%$75.0075%',
    );
  });

  it('shows open checks beside the sales of an hour', async () => {
    const { openChecks, openSales, ...kept } = hourlyRow('demo-pizza', 13, { grossSales: 25 });
    const seated = { grossSales: 75, checks: 2, openChecks: 3, openSales: 80 };
    server.use(report('get-hourly-report', [hourlyRow('demo-pizza', 12, seated), kept]));
    renderApp('/home/daily-sales?tab=hourly');
    await screen.findByRole('table', { name: 'Sales by hour' });
    expect(lines('Sales by hour')).toEqual([
      'TotalToday · Open checks 3$100.00',
      '12 PM – 1 PMChecks 2 · Covers 2 · Open checks 3$75.0075%',
      '1 PM – 2 PMChecks 1 · Covers 1$25.0025%',
    ]);
    await userEvent.click(screen.getByRole('button', { name: '12 PM – 1 PM' }));
    const sheet = within(await screen.findByRole('dialog', { name: '12 PM – 1 PM' }));
    const figures = sheet
      .getAllByRole('term')
      .map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);
    expect(figures.slice(-3)).toEqual([
      'Open checks 3',
      'On open checks $80.00',
      'Hours without wage 0 h',
    ]);
  });

  it('shows hours without a wage, and leads to the wages', async () => {
    const lacking = { grossSales: 75, checks: 2, grossLabor: 15, hoursWithoutWage: 2.5 };
    const complete = hourlyRow('demo-pizza', 12, { grossSales: 25, grossLabor: 5 });
    server.use(report('get-hourly-report', [hourlyRow('demo-tacos', 13, lacking), complete]));
    renderApp('/home/daily-sales?tab=hourly');
    await screen.findByRole('table', { name: 'Sales by hour' });
    expect(lines('Sales by hour')).toEqual([
      'TotalToday · Hours without wage 2.5 h$100.00',
      '12 PM – 1 PMChecks 1 · Covers 1 · Labor % 20%$25.0025%',
      '1 PM – 2 PMChecks 2 · Covers 2 · Labor % 20% · Hours without wage 2.5 h$75.0075%',
    ]);
    const card = within(screen.getByRole('region', { name: 'Gross sales, total' }));
    expect(card.getByText('Some shifts have no wage.')).toBeVisible();
    expect(card.getByRole('link', { name: 'Enter wages' })).toHaveAttribute(
      'href',
      '/admin-configuration/wages?posID=demo-tacos',
    );
  });

  it('marks labor and profit of a day without all wages', async () => {
    const lacking = { grossSales: 300, grossLabor: 40, hoursWithoutWage: 8 };
    server.use(report('get-daily-sales-labor', [dailyRow('demo-pizza', TODAY, lacking)]));
    renderApp('/home/daily-sales');
    const figures = within(await screen.findByRole('table', { name: 'Figures' }));
    expect(figures.getByRole('link', { name: 'Hours without wage' })).toHaveAttribute(
      'href',
      '/admin-configuration/wages?posID=demo-pizza',
    );
    expect(lines('Figures').filter((line) => line.includes('incomplete'))).toHaveLength(5);
    expect(screen.getByRole('link', { name: 'Enter wages' })).toBeVisible();
  });

  it('finds items in any case, also by the address', async () => {
    server.use(
      report('get-itemsales-report', [
        itemRow('demo-pizza', 'a', 'Hawaiian M', { grossSales: 60 }),
        itemRow('demo-pizza', 'b', 'Four Cheese L', { grossSales: 40 }),
      ]),
    );
    renderApp('/home/daily-sales?tab=item&q=hawai&from=2026-11-01&to=2026-11-07');
    await screen.findByRole('table', { name: 'Item sales' });
    expect(requests.at(-1)).toMatchObject({
      startDate: '2026-11-01T00:00:00',
      endDate: '2026-11-07T23:59:59',
    });
    expect(lines('Item sales')).toHaveLength(2);
    const search = screen.getByRole('searchbox', { name: 'Search item' });
    expect(search).toHaveValue('hawai');
    await userEvent.clear(search);
    await userEvent.type(search, 'CHEESE');
    await waitFor(() => expect(lines('Item sales')[1]).toMatch(/^Four Cheese L/));
    const isSpoken = liveRegions();
    await userEvent.type(search, 'x');
    const message = await screen.findByText('No item matches that name.');
    expect(message).toBeVisible();
    expect(isSpoken(message)).toBe(true);
  });

  it('requests yesterday by one tap, and today without its date', async () => {
    const { router } = renderApp('/home/daily-sales');
    await screen.findByRole('table', { name: 'By location' });
    await userEvent.click(screen.getByRole('button', { name: 'Yesterday' }));
    await waitFor(() =>
      expect(requests.at(-1)).toMatchObject({
        startDate: '2026-11-20T00:00:00',
        endDate: '2026-11-20T23:59:59',
      }),
    );
    expect(router.state.location.search).toBe('?from=2026-11-20&to=2026-11-20');
    await userEvent.click(screen.getByRole('button', { name: 'Today' }));
    expect(router.state.location.search).toBe('');
  });

  it('requests a chosen year by month', async () => {
    renderApp('/home/daily-sales');
    await screen.findByRole('table', { name: 'By location' });
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Filter Report' }));
    await userEvent.click(sheet.getByText('Year'));
    await userEvent.click(sheet.getByRole('button', { name: '2025' }));
    await userEvent.click(sheet.getByRole('button', { name: 'Apply Filter' }));
    await waitFor(() =>
      expect(requests.at(-1)).toMatchObject({
        startDate: '2025-01-01T00:00:00',
        endDate: '2025-12-31T23:59:59',
        groupBy: 'month',
      }),
    );
  });

  it('shows empty results, and failures with a retry', async () => {
    server.use(report('get-daily-sales-labor', []));
    const { unmount } = renderApp('/home/daily-sales');
    expect(await screen.findByText('Oops! We could not find any data.')).toBeVisible();
    expect(screen.getByText(/^Please select other dates\./)).toBeVisible();
    unmount();
    server.use(answer('get-daily-sales-labor', null, 500));
    renderApp('/home/daily-sales');
    const failed = 'We encountered an error while fetching the list. Please try again!';
    expect(await screen.findByText(failed)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeEnabled();
  });
});
