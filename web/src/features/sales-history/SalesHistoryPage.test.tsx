import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '@/api';
import { write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { noon, provides } from '@/testing/data/payments';
import { checkSummary } from '@/testing/data/reportRows';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { searchFor } from '@/testing/searchFor';
import { answer, server } from '@/testing/server';
import { liveRegions } from '@/testing/spoken';

const requests: Record<string, unknown>[] = [];

/** A live event about the location's checks. */
const somethingSold = api.util.invalidateTags([{ type: 'Checks', id: 'demo-pizza' }]);

function shownChecks() {
  return screen
    .getAllByRole('button', { name: /^#/ })
    .map((row) => /#[\w-]+\d/.exec(row.textContent ?? '')?.[0]);
}

function sales(pages: Record<string, unknown>) {
  return answer('get-inside-sales', (request: Record<string, unknown>) => {
    requests.push(request);
    return pages[String(request.cursor ?? 'first')];
  });
}

beforeEach(() => {
  requests.length = 0;
  rememberSignIn();
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [{ ...pizza, businessDate: '2026-11-21' }]),
  );
});

describe('/home/sales-history', () => {
  it('asks for one of several locations', async () => {
    server.use(answer(`get-restaurant-list/${testUser.sessionID}`, [pizza, tacos]));
    renderApp('/home/sales-history');
    expect(await screen.findByText('Please select location to view sales history.')).toBeVisible();
    expect(requests).toEqual([]);
  });

  it("lists today's checks with dates and badges", async () => {
    write('default_location', 'demo-pizza');
    server.use(
      sales({
        first: {
          checkReportList: [
            checkSummary('c-3', { voided: true }),
            checkSummary('c-2', { refundOf: 'c-0' }),
          ],
          nextCursor: 'p2',
        },
        p2: {
          checkReportList: [checkSummary('c-1', { businessDate: '2026-11-20' })],
          nextCursor: null,
        },
      }),
    );
    renderApp('/home/sales-history');
    expect(await screen.findByRole('button', { name: /#c-1/ })).toBeVisible();
    const listRequest = {
      sessionID: testUser.sessionID,
      posID: 'demo-pizza',
      startDate: '2026-11-21T00:00:00',
      endDate: '2026-11-21T23:59:59',
      limit: 50,
    };
    expect(requests).toEqual([listRequest, { ...listRequest, cursor: 'p2' }]);
    expect(screen.getByRole('button', { name: /#c-3.*Voided/ })).toBeVisible();
    expect(screen.getByRole('button', { name: /#c-2.*Refund/ })).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 2 }).map((node) => node.textContent)).toEqual([
      'Saturday, November 21, 2026',
      'Friday, November 20, 2026',
    ]);
  });

  it('opens the details of a check', async () => {
    write('default_location', 'demo-pizza');
    const check = checkSummary('c-1');
    server.use(
      sales({ first: { checkReportList: [check], nextCursor: null } }),
      provides('checks/c-1/trace', () => ({
        posCheckID: 'c-1',
        charged: 0,
        payments: [],
        asOf: noon,
      })),
      answer('get-check-item', {
        check: {
          ...check,
          grossDiscounts: 2,
          grossTax: 2.64,
          cashierName: 'Ben',
          revenueCenter: 'Dining Room',
          orderInputType: 'pos',
          orderSource: null,
          rewardUsed: 0,
          promoCode: null,
          serviceCharges: [{ name: 'Party of six', kind: 'gratuity', amount: 6, tax: 0 }],
          grossDeferred: 25,
          grossRounding: -0.02,
          marketplaceTax: 0,
          outOfBalance: 1.5,
        },
        checkItemList: [
          {
            posItemID: 'm',
            itemName: 'Margherita M',
            majorCategory: 'Food',
            minorCategory: 'Pizza',
            quantity: 2,
            price: 16,
            amount: 32,
            cost: 4.1,
            discount: 2,
            tax: 2.64,
            voided: false,
            deferred: false,
            taxIncluded: false,
          },
          {
            posItemID: 'g',
            itemName: 'Gift card',
            majorCategory: null,
            minorCategory: null,
            quantity: 1,
            price: 25,
            amount: 25,
            cost: null,
            discount: 0,
            tax: 0,
            voided: false,
            deferred: true,
            taxIncluded: false,
          },
          {
            posItemID: 'w',
            itemName: 'House red',
            majorCategory: 'Drinks',
            minorCategory: 'Wine',
            quantity: 0.375,
            price: 24,
            amount: 9,
            cost: null,
            discount: 0,
            tax: 0,
            voided: true,
          },
        ],
        paymentList: [{ type: 'Visa', amount: 34.64, tip: 6 }],
      }),
    );
    renderApp('/home/sales-history');
    await userEvent.click(await screen.findByRole('button', { name: /#c-1/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Check #c-1' }));
    const lines = within(await sheet.findByRole('list', { name: 'Items' }));
    const items = lines.getAllByRole('listitem').map((item) => item.textContent);
    expect(items).toEqual([
      '2 ×Margherita M Discounts -$2.00$32.00',
      '1 ×Gift card Not a sale until it is redeemed$25.00',
      '0.375 ×House red Voided$9.00',
    ]);
    expect(sheet.getByRole('link', { name: 'Margherita M' })).toHaveAttribute(
      'href',
      '/home/daily-sales?tab=item&from=2026-11-21&to=2026-11-21&q=Margherita+M',
    );
    const sums = sheet.getAllByRole('term').map((term) => {
      return `${term.textContent} ${term.nextElementSibling?.textContent}`;
    });
    expect(sums).toEqual(
      expect.arrayContaining([
        'Gross sales $32.00',
        'Discounts -$2.00',
        'Party of six $6.00',
        'Gift cards sold $25.00',
        'Tax $2.64',
        'Rounding -$0.02',
        'Tips $6.00',
        'Out of balance $1.50',
        'Total paid $40.64',
        'Visa · tip $6.00 $34.64',
      ]),
    );
  });

  it('shows a message without checks', async () => {
    write('default_location', 'demo-pizza');
    server.use(sales({ first: { checkReportList: [], nextCursor: null } }));
    renderApp('/home/sales-history');
    expect(
      await screen.findByText(
        'We could not find sales history in the given date range. Please try again by selecting other date.',
      ),
    ).toBeVisible();
  });

  it('keeps its rows when the next page fails', async () => {
    write('default_location', 'demo-pizza');
    let failing = true;
    server.use(
      http.post('*/get-inside-sales', async ({ request }) => {
        const { cursor } = (await request.json()) as { cursor?: string };
        if (cursor !== undefined && failing) {
          return HttpResponse.json({ status: 500, body: null, message: '' }, { status: 500 });
        }
        const body =
          cursor === undefined
            ? { checkReportList: [checkSummary('c-2')], nextCursor: 'p2' }
            : { checkReportList: [checkSummary('c-1')], nextCursor: null };
        return HttpResponse.json({ status: 200, body, message: '' });
      }),
    );
    renderApp('/home/sales-history');
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    expect(screen.getByRole('button', { name: /#c-2/ })).toBeVisible();
    failing = false;
    await userEvent.click(retry);
    expect(await screen.findByRole('button', { name: /#c-1/ })).toBeVisible();
    expect(screen.getByText('No more checks in these dates')).toBeVisible();
  });

  it('takes location, dates, words and check from its address', async () => {
    server.use(
      answer(`get-restaurant-list/${testUser.sessionID}`, [
        { ...pizza, businessDate: '2026-11-21' },
        { ...tacos, businessDate: '2026-11-21' },
      ]),
      sales({ first: { checkReportList: [checkSummary('c-1')], nextCursor: null } }),
      answer('get-check-item', null, 404),
    );
    const { router, store } = renderApp(
      '/home/sales-history?from=2026-11-01&to=2026-11-20&q=visa&posID=demo-pizza',
    );
    await userEvent.click(await screen.findByRole('button', { name: /#c-1/ }));
    expect(requests).toEqual([
      {
        sessionID: testUser.sessionID,
        posID: 'demo-pizza',
        startDate: '2026-11-01T00:00:00',
        endDate: '2026-11-20T23:59:59',
        search: 'visa',
        limit: 50,
      },
    ]);
    expect(screen.getByRole('searchbox', { hidden: true })).toHaveValue('visa');
    expect(store.getState().selectedLocation.general).toBe('demo-pizza');
    expect(router.state.location.search).toBe(
      '?from=2026-11-01&to=2026-11-20&q=visa&check=demo-pizza%2Fc-1',
    );
  });

  it('searches after a pause in typing, and shows no match', async () => {
    write('default_location', 'demo-pizza');
    server.use(
      answer('get-inside-sales', (request: Record<string, unknown>) => {
        requests.push(request);
        const found = request.search === undefined ? [checkSummary('c-1')] : [];
        return { checkReportList: found, nextCursor: null };
      }),
    );
    renderApp('/home/sales-history');
    await screen.findByRole('button', { name: /#c-1/ });
    const box = screen.getByRole('searchbox');
    const isSpoken = liveRegions();
    searchFor(box, 'zzz ');
    const notice = await screen.findByText('No checks match your search.');
    expect(notice).toBeVisible();
    expect(isSpoken(notice)).toBe(true);
    expect(requests.map(({ search }) => search)).toEqual([undefined, 'zzz']);
    expect(box).toHaveValue('zzz ');
    // The search box has its own button to clear it.
    const [, below] = screen.getAllByRole('button', { name: 'Clear search' });
    await userEvent.click(below as HTMLElement);
    expect(await screen.findByRole('button', { name: /#c-1/ })).toBeVisible();
    expect(box).toHaveValue('');
  });

  it('keeps a check that is opened before its search begins', async () => {
    write('default_location', 'demo-pizza');
    server.use(
      sales({ first: { checkReportList: [checkSummary('c-1')], nextCursor: null } }),
      http.post('*/get-check-item', () => HttpResponse.json({}, { status: 500 })),
    );
    const { router } = renderApp('/home/sales-history');
    const row = await screen.findByRole('button', { name: /#c-1/ });
    searchFor(screen.getByRole('searchbox'), 'c-1');
    fireEvent.click(row);
    await waitFor(() => expect(requests.map(({ search }) => search)).toContain('c-1'));
    expect(router.state.location.search).toContain('check=demo-pizza%2Fc-1');
    expect(await screen.findByRole('dialog')).toBeVisible();
  });

  it('is as long as before when it is opened again', async () => {
    write('default_location', 'demo-pizza');
    const pages: Record<string, object | Promise<never>> = {
      first: { checkReportList: [checkSummary('c-2')], nextCursor: 'p2' },
      p2: { checkReportList: [checkSummary('c-1')], nextCursor: null },
    };
    server.use(sales(pages));
    const { router, store } = renderApp('/home/sales-history');
    await screen.findByRole('button', { name: /#c-1/ });
    await act(() => router.navigate('/more'));
    pages.p2 = new Promise<never>(() => undefined);
    act(() => void store.dispatch(api.util.resetApiState()));
    await act(() => router.navigate(-1));
    await screen.findByRole('button', { name: /#c-2/ });
    const list = within(screen.getByRole('list', { name: 'Sales History' }));
    const lengths = list.getAllByRole('listitem').map((row) => row.getAttribute('aria-setsize'));
    expect(lengths).toEqual(['2', '2']);
  });

  it('refetches the first page alone after a live event', async () => {
    write('default_location', 'demo-pizza');
    const pages = {
      first: { checkReportList: [checkSummary('c-3'), checkSummary('c-2')], nextCursor: 'p2' },
      p2: { checkReportList: [checkSummary('c-1')], nextCursor: null },
    };
    server.use(sales(pages));
    const { store } = renderApp('/home/sales-history');
    await screen.findByRole('button', { name: /#c-1/ });
    requests.length = 0;
    pages.first = {
      checkReportList: [checkSummary('c-3', { voided: true }), checkSummary('c-2')],
      nextCursor: 'p2',
    };
    act(() => void store.dispatch(somethingSold));
    expect(await screen.findByRole('button', { name: /#c-3.*Voided/ })).toBeVisible();
    expect(shownChecks()).toEqual(['#c-3', '#c-2', '#c-1']);
    expect(requests.map(({ cursor }) => cursor)).toEqual([undefined]);
  });

  it('keeps rows that new ones push out of the first page', async () => {
    write('default_location', 'demo-pizza');
    let first = {
      checkReportList: [checkSummary('c-3'), checkSummary('c-2')],
      nextCursor: 'p2',
    };
    let answerPushed = () => {};
    const pushed = new Promise<void>((resolve) => {
      answerPushed = resolve;
    });
    server.use(
      http.post('*/get-inside-sales', async ({ request }) => {
        const listRequest = (await request.json()) as { cursor?: string };
        requests.push(listRequest);
        if (listRequest.cursor === 'p2b') await pushed;
        const voided = checkSummary('c-2', { voided: true });
        const pages: Record<string, unknown> = {
          first,
          p2: { checkReportList: [checkSummary('c-1')], nextCursor: null },
          p2b: { checkReportList: [voided, checkSummary('c-1')], nextCursor: null },
        };
        const body = pages[listRequest.cursor ?? 'first'];
        return HttpResponse.json({ status: 200, body, message: '' });
      }),
    );
    const { store } = renderApp('/home/sales-history');
    const last = await screen.findByRole('button', { name: /#c-1/ });
    requests.length = 0;
    first = { checkReportList: [checkSummary('c-4'), checkSummary('c-3')], nextCursor: 'p2b' };
    act(() => void store.dispatch(somethingSold));
    expect(await screen.findByRole('button', { name: /#c-4/ })).toBeVisible();
    expect(shownChecks()).toEqual(['#c-4', '#c-3', '#c-2', '#c-1']);
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1);
    answerPushed();
    expect(await screen.findByRole('button', { name: /#c-2.*Voided/ })).toBeVisible();
    expect(shownChecks()).toEqual(['#c-4', '#c-3', '#c-2', '#c-1']);
    // The row is still the same element.
    expect(last).toBeInTheDocument();
    expect(requests.map(({ cursor }) => cursor)).toEqual([undefined, 'p2b']);
  });
});
