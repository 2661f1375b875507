import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { api, type CheckSummary } from '@/api';
import { write } from '@/lib/storage/storage';
import { checkDetail } from '@/testing/data/checks';
import { pizza, tacos } from '@/testing/data/fixtures';
import { openCheck } from '@/testing/data/reportRows';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';
import { liveRegions } from '@/testing/spoken';

/** A live event of any location. */
const somethingChanged = api.util.invalidateTags([{ type: 'Checks', id: 'all' }]);

const requests: Record<string, unknown>[] = [];

/** The open checks, a page for each cursor. */
function opens(pages: Record<string, Partial<CheckSummary>[]>, cursors: string[] = []) {
  server.use(
    answer('get-open-checks', (request: Record<string, unknown>) => {
      requests.push(request);
      const cursor = String(request.cursor ?? 'first');
      const nextCursor = cursors[cursor === 'first' ? 0 : cursors.indexOf(cursor) + 1] ?? null;
      return { checkReportList: pages[cursor], nextCursor };
    }),
  );
}

const rows = () => screen.getAllByRole('button', { name: /^#/ }).map((row) => row.textContent);

beforeEach(() => {
  requests.length = 0;
  rememberSignIn();
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [
      { ...pizza, businessDate: '2026-11-28' },
      { ...tacos, businessDate: '2026-11-27' },
    ]),
  );
});

const forgotten = openCheck('c-1', {
  businessDate: '2026-11-27',
  openTime: '2026-11-27T21:14:00',
  netSales: 31.4,
});
const waiting = openCheck('c-2', {
  businessDate: '2026-11-28',
  openTime: '2026-11-29T01:05:00',
  netSales: 200,
  grossPayment: 50,
  paymentTypes: ['Visa'],
});

describe('/home/open-checks', () => {
  it('lists the open checks of a location, the oldest first', async () => {
    write('default_chart_location', 'demo-pizza');
    opens({ first: [forgotten, waiting] });
    renderApp('/home/open-checks');
    await screen.findByRole('button', { name: /#c-2/ });
    expect(requests).toEqual([{ sessionID: testUser.sessionID, posID: 'demo-pizza', limit: 50 }]);
    expect(rows()).toEqual([
      '#c-1left open since Fri, Nov 27 9:14 PM2 covers · Table 7 · Ana$31.40',
      '#c-2since 1:05 AM2 covers · Table 7 · Ana · Visa$200.00Paid $50.00',
    ]);
    expect(screen.getByText('No more open checks')).toBeVisible();
  });

  it('names the location of each where it shows all', async () => {
    const theirs = { ...forgotten, posID: 'demo-tacos', posCheckID: 't-1' };
    opens({ first: [forgotten, theirs] });
    renderApp('/home/open-checks');
    await screen.findByRole('button', { name: /#t-1/ });
    expect(requests).toEqual([{ sessionID: testUser.sessionID, limit: 50 }]);
    // Where it is still Friday, the check is of today.
    expect(rows()).toEqual([
      '#c-1left open since Fri, Nov 27 9:14 PM2 covers · Table 7 · Ana · Saffron Pizza$31.40',
      '#t-1since 9:14 PM2 covers · Table 7 · Ana · Taco Corner$31.40',
    ]);
  });

  it('selects the location of its address', async () => {
    opens({ first: [waiting] });
    const { router, store } = renderApp('/home/open-checks?posID=demo-pizza');
    await screen.findByRole('button', { name: /#c-2/ });
    expect(requests.map(({ posID }) => posID)).toEqual(['demo-pizza']);
    expect(store.getState().selectedLocation.chart).toBe('demo-pizza');
    expect(router.state.location.search).toBe('');
  });

  it('loads page after page', async () => {
    opens({ first: [forgotten], p2: [waiting] }, ['p2']);
    renderApp('/home/open-checks');
    expect(await screen.findByRole('button', { name: /#c-2/ })).toBeVisible();
    expect(requests.map(({ cursor }) => cursor)).toEqual([undefined, 'p2']);
  });

  it('says that no check is open once the last is closed', async () => {
    opens({ first: [waiting] });
    const { store } = renderApp('/home/open-checks');
    await screen.findByRole('button', { name: /#c-2/ });
    const isSpoken = liveRegions();
    opens({ first: [] });
    act(() => void store.dispatch(somethingChanged));
    const notice = await screen.findByText('No check is open.');
    expect(notice).toBeVisible();
    expect(isSpoken(notice)).toBe(true);
    expect(screen.getByText(/Checks show up here while they are open/)).toBeVisible();
  });

  it('shows a failure, and loads again by a tap', async () => {
    server.use(answer('get-open-checks', null, 500));
    renderApp('/home/open-checks');
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    opens({ first: [waiting] });
    await userEvent.click(retry);
    expect(await screen.findByRole('button', { name: /#c-2/ })).toBeVisible();
  });

  it('follows live events of any location', async () => {
    opens({ first: [forgotten, waiting] });
    const { store } = renderApp('/home/open-checks');
    await screen.findByRole('button', { name: /#c-1/ });
    opens({ first: [waiting] });
    act(() => void store.dispatch(somethingChanged));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(rows()[0]).toMatch(/^#c-2/);
  });

  it('opens a check over the list, which stays below', async () => {
    opens({ first: [forgotten] });
    server.use(
      answer('get-check-item', {
        check: checkDetail('c-1', forgotten),
        checkItemList: [],
        paymentList: [],
      }),
    );
    const { router } = renderApp('/home/open-checks');
    await userEvent.click(await screen.findByRole('button', { name: /#c-1/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Check #c-1' }));
    expect(await sheet.findByText('Open')).toBeVisible();
    expect(router.state.location.search).toBe('?check=demo-pizza%2Fc-1');
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: /#c-1/ })).toBeVisible();
  });

  it('draws checks of an earlier version', async () => {
    const { open, ...kept } = waiting;
    opens({ first: [{ ...kept, openTime: null }] });
    renderApp('/home/open-checks');
    expect(await screen.findByRole('button', { name: /#c-2 ?since 1:05 AM/ })).toBeVisible();
  });
});

describe('the checks of a location', () => {
  it('lead to its open ones until they are searched', async () => {
    write('default_location', 'demo-pizza');
    server.use(answer('get-inside-sales', { checkReportList: [], nextCursor: null }));
    const { router } = renderApp('/home/sales-history');
    expect(await screen.findByRole('link', { name: 'Open checks' })).toHaveAttribute(
      'href',
      '/home/open-checks?posID=demo-pizza',
    );
    await act(() => router.navigate('/home/sales-history?q=visa'));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Open checks' })).toBeNull());
  });
});
