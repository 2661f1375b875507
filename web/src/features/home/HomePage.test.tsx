import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { api, type Location } from '@/api';
import { write } from '@/lib/storage/storage';
import { connectionChanged, reportChanged } from '@/live/slice';
import { pizza } from '@/testing/data/fixtures';
import { dailyFigures, dailyRow, hourlyRow } from '@/testing/data/reportRows';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const TODAY = '2026-11-21';
const first: Location = { ...pizza, posID: 'pizza', name: 'Pizza Place', businessDate: TODAY };
const second: Location = { ...pizza, posID: 'bistro', name: 'Bistro', businessDate: TODAY };
const lastWeek = dailyFigures({ grossSales: 400, netSales: 400 });

/** Pizza Place up to the last finished quarter of an hour. */
const comparable = dailyFigures({ grossSales: 480, netSales: 480 });

const rows = [
  dailyRow(
    'pizza',
    TODAY,
    { grossSales: 500.25, netSales: 500.25, grossCover: 20 },
    { lastWeek, comparable, soFar: true },
  ),
  dailyRow('bistro', TODAY, { grossSales: 900, netSales: 900, grossCover: 30 }),
];

const requests: Record<string, unknown>[] = [];
const hourlyRequests: Record<string, unknown>[] = [];

/** Names of the ranked locations in order. */
function ranking() {
  const list = within(screen.getByRole('region', { name: 'Locations' })).getByRole('list');
  return within(list)
    .getAllByRole('button')
    .map((row) => /^[A-Z][A-Za-z ]+/.exec(row.textContent ?? '')?.[0]);
}

function backend(locations: Location[]) {
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, locations),
    answer('get-daily-sales-labor', (request: Record<string, unknown>) => {
      requests.push(request);
      return rows.filter((row) => request.posID === undefined || request.posID === row.posID);
    }),
    answer('get-hourly-report', (request: Record<string, unknown>) => {
      hourlyRequests.push(request);
      return [hourlyRow('pizza', 12, { grossSales: 500.25, businessDate: TODAY }, 400)];
    }),
  );
}

beforeEach(() => {
  requests.length = 0;
  hourlyRequests.length = 0;
  rememberSignIn();
});

/** A live event of Pizza Place. */
const pizzaChanged = reportChanged({
  id: 'e1',
  posID: 'pizza',
  version: 7,
  businessDate: TODAY,
  from: TODAY,
  to: TODAY,
  totals: { ...dailyFigures({ grossSales: 540 }), posID: 'pizza', businessDate: TODAY },
});

/** Waits until today's sales show this text. */
async function headline(amount: string) {
  await waitFor(() => expect(screen.getByTestId('todays-sales')).toHaveTextContent(amount));
}

describe('Home', () => {
  it('shows the sales of all locations, and ranks them', async () => {
    backend([first, second]);
    renderApp('/home');
    await headline('$1,400.25');
    expect(requests[0]).toEqual({
      sessionID: testUser.sessionID,
      startDate: '2026-11-21T00:00:00',
      endDate: '2026-11-21T23:59:59',
      groupBy: 'day',
    });
    // Only one location has a week before: only it is compared.
    expect(screen.getAllByText('+20%')).toHaveLength(2);
    expect(ranking()).toEqual(['Bistro', 'Pizza Place']);
  });

  it("requests last week's whole day for the dashed line", async () => {
    backend([first]);
    renderApp('/home');
    await headline('$500.25');
    // Either of the two may arrive first.
    const spans = () => hourlyRequests.map(({ startDate, endDate }) => [startDate, endDate]).sort();
    await waitFor(() =>
      expect(spans()).toEqual([
        ['2026-11-14T00:00:00', '2026-11-14T23:59:59'],
        ['2026-11-21T00:00:00', '2026-11-21T23:59:59'],
      ]),
    );
  });

  it('ranks in both orders and measures, kept in the address', async () => {
    backend([first, second]);
    const { router } = renderApp('/home');
    await userEvent.click(await screen.findByRole('button', { name: 'Best first' }));
    expect(ranking()).toEqual(['Pizza Place', 'Bistro']);
    await userEvent.click(screen.getByRole('radio', { name: 'Growth' }));
    // Bistro has no comparison.
    expect(ranking()).toEqual(['Pizza Place', 'Bistro']);
    await userEvent.click(screen.getByRole('button', { name: 'Worst first' }));
    expect(router.state.location.search).toBe('?by=change');
  });

  it('leads from the checks of all locations to employees', async () => {
    backend([first, second]);
    renderApp('/home');
    await headline('$1,400.25');
    expect(screen.getByRole('link', { name: 'Checks' })).toHaveAttribute(
      'href',
      '/home/daily-sales?tab=employee',
    );
  });

  it('leads to both days while the locations have different ones', async () => {
    backend([{ ...first, businessDate: '2026-11-20' }, second]);
    renderApp('/home');
    await headline('$900.00');
    expect(screen.getByRole('link', { name: 'Labor %' })).toHaveAttribute(
      'href',
      '/home/daily-sales?tab=labor&from=2026-11-20&to=2026-11-21',
    );
  });

  it('leads from each figure to its report', async () => {
    write('default_chart_location', 'pizza');
    backend([first, second]);
    renderApp('/home');
    await headline('$500.25');
    const paths = ["Today's sales", 'Labor %', 'Cost %', 'Profit', 'Checks', 'Covers'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    );
    expect(paths).toEqual([
      '/home/daily-sales?tab=sales',
      '/home/daily-sales?tab=labor',
      '/home/daily-sales?tab=item',
      '/home/daily-sales?tab=sales',
      '/home/sales-history?from=2026-11-21&to=2026-11-21&posID=pizza',
      '/home/daily-sales?tab=hourly',
    ]);
  });

  it('shows one location after a tap on it', async () => {
    backend([first, second]);
    renderApp('/home');
    await userEvent.click(await screen.findByRole('button', { name: /Pizza Place/ }));
    await headline('$500.25');
    expect(screen.queryByRole('region', { name: 'Locations' })).not.toBeInTheDocument();
    expect(requests.at(-1)).toMatchObject({ posID: 'pizza' });
  });

  it('redraws from the live totals, without a call', async () => {
    write('default_chart_location', 'pizza');
    backend([first, second]);
    const { store } = renderApp('/home');
    await headline('$500.25');
    const before = requests.length;
    act(() => {
      store.dispatch(pizzaChanged);
    });
    expect(screen.getByTestId('todays-sales')).toHaveTextContent('$540.00');
    // The comparison comes from the answer: both sides end at the same quarter of an hour.
    expect(screen.getByText('+20%')).toBeVisible();
    expect(requests).toHaveLength(before);
  });

  it('needs the totals of all locations for their day', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    backend([first, second]);
    let wasRequested = false;
    server.use(
      http.post('*/get-daily-sales-labor', async () => {
        wasRequested = true;
        await released;
        return HttpResponse.json({ status: 200, body: rows, message: '' });
      }),
    );
    const { store } = renderApp('/home');
    await waitFor(() => expect(wasRequested).toBe(true));
    act(() => {
      store.dispatch(pizzaChanged);
    });
    expect(screen.queryByTestId('todays-sales')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: "Today's sales" })).toBeVisible();
    release();
    await headline('$1,440.00');
  });

  it('names no lost connection while it connects', async () => {
    backend([first]);
    const { store } = renderApp('/home');
    await headline('$500.25');
    expect(screen.queryByText(/^Not live/)).not.toBeInTheDocument();
    act(() => {
      store.dispatch(connectionChanged('offline'));
    });
    expect(screen.getByText(/^Not live/)).toBeVisible();
  });

  it('reloads by the refresh button', async () => {
    backend([first]);
    renderApp('/home');
    await headline('$500.25');
    const before = requests.length;
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(requests.length).toBeGreaterThan(before));
  });

  it('shows a message without sales', async () => {
    backend([first]);
    server.use(answer('get-daily-sales-labor', []), answer('get-hourly-report', []));
    renderApp('/home');
    await headline('$0.00');
    expect(screen.getByText(/No sales yet today\./)).toBeVisible();
  });

  it('says when the day opens where no week before it is known', async () => {
    backend([first]);
    const usuallyOpensAt = `${TODAY}T11:00:00`;
    server.use(
      answer('get-daily-sales-labor', [{ ...dailyRow('pizza', TODAY, {}), usuallyOpensAt }]),
      answer('get-hourly-report', []),
    );
    renderApp('/home');
    await headline('Opens at 11 AM');
    expect(await screen.findByText(/^Usually\. The first check of the day/)).toBeVisible();
  });

  it('says before the first sale when the day opens, and what it was a week ago', async () => {
    backend([first]);
    const closed = dailyRow(
      'pizza',
      TODAY,
      { grossLabor: 94, grossProfit: -94 },
      { lastWeek, soFar: true },
    );
    server.use(
      answer('get-daily-sales-labor', [{ ...closed, usuallyOpensAt: `${TODAY}T11:00:00` }]),
      answer('get-hourly-report', ({ startDate }: Record<string, unknown>) =>
        startDate === '2026-11-14T00:00:00'
          ? [hourlyRow('pizza', 12, { grossSales: 10_823.4, businessDate: '2026-11-14' })]
          : [],
      ),
    );
    renderApp('/home');
    await headline('Opens at 11 AM');
    expect(await screen.findByText('Usually; last Saturday $10,823')).toBeVisible();
    // Labor without sales is no loss yet.
    expect(screen.queryByText(/-\d+%$/)).not.toBeInTheDocument();
  });

  it('shows unread messages and payments to review above the tiles', async () => {
    backend([first]);
    server.use(
      answer('get-communications', {
        communicationList: [],
        nextCursor: null,
        unread: { notifications: 2, messages: 1 },
      }),
    );
    renderApp('/home');
    const links = within(await screen.findByRole('navigation', { name: 'For you' }));
    expect(await links.findByRole('link', { name: 'Unread messages 3' })).toHaveAttribute(
      'href',
      '/notifications',
    );
    expect(await links.findByRole('link', { name: 'Payments to review 0' })).toHaveAttribute(
      'href',
      '/stripe-transactions?posID=pizza',
    );
  });

  it('shows a failure, and loads again by a tap', async () => {
    backend([first]);
    server.use(answer('get-daily-sales-labor', null, 500));
    renderApp('/home');
    const failed = 'We encountered an error while fetching the list. Please try again!';
    expect(await screen.findByText(failed)).toBeVisible();
    backend([first]);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await headline('$500.25');
  });

  it('offers every tile of the menu', async () => {
    backend([first]);
    renderApp('/home');
    const tiles = within(await screen.findByRole('region', { name: 'Features' }));
    expect(tiles.getAllByRole('listitem')).toHaveLength(16);
  });

  it('keeps the last figures when a later call fails', async () => {
    write('default_chart_location', 'pizza');
    backend([first]);
    const { store } = renderApp('/home');
    await headline('$500.25');
    server.use(answer('get-daily-sales-labor', null, 500));
    act(() => {
      store.dispatch(api.util.invalidateTags([{ type: 'Report', id: 'pizza' }]));
    });
    await waitFor(() =>
      expect(Object.values(store.getState().api.queries).map((query) => query?.status)).toContain(
        'rejected',
      ),
    );
    expect(screen.getByTestId('todays-sales')).toHaveTextContent('$500.25');
  });
});
