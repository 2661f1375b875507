import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { api, type Location } from '@/api';
import { write } from '@/lib/storage/storage';
import { reportChanged } from '@/live/slice';
import { pizza } from '@/testing/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { dailyFigures, dailyRow, hourlyRow } from '@/testing/reportRows';
import { answer, server } from '@/testing/server';
import '@/testing/patience';

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

function backend(locations: Location[]) {
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, locations),
    answer('get-daily-sales-labor', (request: Record<string, unknown>) => {
      requests.push(request);
      return rows.filter((row) => request.posID === undefined || request.posID === row.posID);
    }),
    answer('get-hourly-report', [
      hourlyRow('pizza', 12, { grossSales: 500.25, businessDate: TODAY }, 400),
    ]),
  );
}

beforeEach(() => {
  requests.length = 0;
  rememberSignIn();
});

/** Waits until today's sales read so. */
async function headline(amount: string) {
  await waitFor(() => expect(screen.getByTestId('todays-sales')).toHaveTextContent(amount));
}

describe('Home', () => {
  it('answers how much first, over all locations, and ranks them', async () => {
    backend([first, second]);
    renderApp('/home');
    await headline('$1,400.25');
    expect(requests[0]).toEqual({
      sessionID: testUser.sessionID,
      startDate: '2026-11-21T00:00:00',
      endDate: '2026-11-21T23:59:59',
      groupBy: 'day',
    });
    // Like with like: only one location has a week before.
    expect(screen.getAllByText('+20%')).toHaveLength(2);
    const ranked = within(screen.getByRole('region', { name: 'Locations' })).getAllByRole('button');
    expect(ranked.map((row) => row.textContent)).toEqual([
      expect.stringContaining('Bistro'),
      expect.stringContaining('Pizza Place'),
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
    const asked = requests.length;
    act(() => {
      store.dispatch(
        reportChanged({
          id: 'e1',
          posID: 'pizza',
          version: 7,
          businessDate: TODAY,
          from: TODAY,
          to: TODAY,
          totals: {
            ...dailyFigures({ grossSales: 540, netSales: 540 }),
            posID: 'pizza',
            businessDate: TODAY,
            openShifts: 0,
            notClockedOut: 0,
            soFar: true,
          },
        }),
      );
    });
    expect(screen.getByTestId('todays-sales')).toHaveTextContent('$540.00');
    // The comparison is the answer's: both sides end at the same quarter of an hour.
    expect(screen.getByText('+20%')).toBeVisible();
    expect(requests).toHaveLength(asked);
  });

  it('asks again on the refresh button', async () => {
    backend([first]);
    renderApp('/home');
    await headline('$500.25');
    const asked = requests.length;
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(requests.length).toBeGreaterThan(asked));
  });

  it('says so when nothing was sold yet', async () => {
    backend([first]);
    server.use(answer('get-daily-sales-labor', []), answer('get-hourly-report', []));
    renderApp('/home');
    await headline('$0.00');
    expect(screen.getByText(/No sales yet today\./)).toBeVisible();
  });

  it('says so when the figures cannot be had, and tries again', async () => {
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

  it('keeps the last figures while a later call fails', async () => {
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
