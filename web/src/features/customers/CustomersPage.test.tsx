import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '@/api';
import { remove, write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { customer, reward } from '@/testing/data/guests';
import { excludes } from '@/testing/data/marketing';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { searchFor } from '@/testing/searchFor';
import { answer, server } from '@/testing/server';
import { liveRegions } from '@/testing/spoken';

const today = '2026-11-21T00:00:00';
const requests: Record<string, unknown>[] = [];

function guests(pages: Record<string, unknown>) {
  return answer('get-customers-list', (request) => {
    requests.push(request);
    return pages[String(request.cursor ?? 'first')];
  });
}

function onePage(...customerList: unknown[]) {
  return guests({ first: { customerList, nextCursor: null } });
}

function named(id: string, firstName: string) {
  return customer(id, { firstName, lastName: null });
}

beforeEach(() => {
  requests.length = 0;
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [
      { ...pizza, businessDate: today },
      { ...tacos, businessDate: today },
    ]),
    excludes({ email: null, text: 'optedOut' }),
  );
});

describe('/customers', () => {
  it('asks for one of several locations', async () => {
    remove('default_location');
    renderApp('/customers');
    expect(await screen.findByText('Please select location to view your customers.')).toBeVisible();
    expect(requests).toEqual([]);
  });

  it('lists guests with their figures, page after page', async () => {
    server.use(
      guests({
        first: {
          customerList: [
            named('c-1', 'Ana'),
            customer('c-2', { erased: true, lastVisit: null, visits: 1, points: 1 }),
          ],
          nextCursor: 'p2',
        },
        p2: { customerList: [named('c-3', 'Wei')], nextCursor: null },
      }),
    );
    renderApp('/customers');
    expect(await screen.findByRole('button', { name: /^Wei/ })).toBeVisible();
    const listRequest = { sessionID: testUser.sessionID, posID: 'demo-pizza', limit: 50 };
    expect(requests).toEqual([listRequest, { ...listRequest, cursor: 'p2' }]);
    const list = screen.getByRole('list', { name: 'Customers' });
    expect(
      within(list)
        .getAllByRole('button')
        .map((row) => row.textContent),
    ).toEqual([
      'AnaLast visit Nov 20, 2026 · 1,250 points$1,234.5012 visits',
      'Erased guestNo visits yet · 1 point$1,234.501 visit',
      'WeiLast visit Nov 20, 2026 · 1,250 points$1,234.5012 visits',
    ]);
    expect(screen.getByText('End of list')).toBeVisible();
  });

  it('searches after a pause, and keeps words out of the address', async () => {
    server.use(
      answer('get-customers-list', (request) => {
        requests.push(request);
        const found = request.search === undefined ? [customer('c-1')] : [];
        return { customerList: found, nextCursor: null };
      }),
    );
    const { router } = renderApp('/customers');
    await screen.findByRole('button', { name: /^Ana/ });
    const isSpoken = liveRegions();
    searchFor(screen.getByRole('searchbox'), 'ana@example');
    const notice = await screen.findByText('No guests match your search.');
    expect(notice).toBeVisible();
    expect(isSpoken(notice)).toBe(true);
    expect(requests.map(({ search }) => search)).toEqual([undefined, 'ana@example']);
    expect(router.state.location.search).toBe('');
    const [, below] = screen.getAllByRole('button', { name: 'Clear search' });
    await userEvent.click(below as HTMLElement);
    expect(await screen.findByRole('button', { name: /^Ana/ })).toBeVisible();
  });

  it('lists a group in an order, both in the address', async () => {
    server.use(
      answer('get-customers-list', (request) => {
        requests.push(request);
        const list = request.segment === 'firstTimers' ? [] : [named('c-1', 'Ana')];
        return { customerList: list, nextCursor: null };
      }),
    );
    const { router } = renderApp('/customers');
    await screen.findByRole('button', { name: /^Ana/ });
    await userEvent.click(screen.getByRole('button', { name: 'Away 60 days' }));
    await userEvent.click(screen.getByRole('button', { name: 'Sort: Last visit' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Most spend' }));
    await waitFor(() =>
      expect(requests.at(-1)).toMatchObject({ segment: 'away60', sort: 'spend' }),
    );
    expect(router.state.location.search).toBe('?segment=away60&sort=spend');
    await userEvent.click(screen.getByRole('button', { name: 'First-timers' }));
    expect(await screen.findByText('No guests in this group.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all guests' }));
    expect(await screen.findByRole('button', { name: /^Ana/ })).toBeVisible();
    expect(router.state.location.search).toBe('');
  });

  it('shows a message without guests', async () => {
    server.use(onePage());
    renderApp('/customers');
    expect(await screen.findByText('Currently, You do not have any customers.')).toBeVisible();
  });

  it('shows a failure, and loads again by a tap', async () => {
    server.use(answer('get-customers-list', null, 500));
    renderApp('/customers');
    expect(
      await screen.findByText('We could not find any customers now. Please try again!'),
    ).toBeVisible();
    server.use(onePage(customer('c-1')));
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('button', { name: /^Ana/ })).toBeVisible();
  });

  it('refetches after a live event of the location', async () => {
    server.use(onePage(named('c-1', 'Ana')));
    const { store } = renderApp('/customers');
    await screen.findByRole('button', { name: /^Ana/ });
    server.use(onePage(named('c-2', 'Wei'), named('c-1', 'Ana')));
    act(
      () => void store.dispatch(api.util.invalidateTags([{ type: 'Customers', id: 'demo-pizza' }])),
    );
    expect(await screen.findByRole('button', { name: /^Wei/ })).toBeVisible();
  });
});

describe('a guest', () => {
  const entry = { posCheckID: null, rewardID: null };

  function one(found: ReturnType<typeof customer>, rewardList: unknown[] = []) {
    server.use(
      onePage(found),
      answer('get-customer', { customer: found, rewardList }),
      answer('get-customer-points', (request) =>
        request.cursor === undefined
          ? {
              pointsList: [
                {
                  ...entry,
                  at: '2026-11-20T19:30:00',
                  kind: 'earned',
                  points: 123,
                  posCheckID: 'k-9',
                },
                { ...entry, at: '2026-11-19T10:00:00', kind: 'spent', points: -500 },
              ],
              nextCursor: 'p2',
            }
          : {
              pointsList: [{ ...entry, at: '2026-11-01T10:00:00', kind: 'granted', points: 500 }],
              nextCursor: null,
            },
      ),
    );
  }

  async function open(name: RegExp) {
    await userEvent.click(await screen.findByRole('button', { name }));
    return within(await screen.findByRole('dialog'));
  }

  it('has contacts, consents, figures, points and rewards', async () => {
    one(customer('c-1', { pointsOwed: 120 }), [
      reward('r-1', { rewardMessage: 'Thank you!' }),
      reward('r-2', {
        itemName: 'Tiramisu',
        redeemedAt: '2026-11-12T18:00:00',
        redeemedByCheck: 'k-1',
      }),
    ]);
    const { router } = renderApp('/customers');
    const sheet = await open(/^Ana/);
    expect(await sheet.findByRole('link', { name: 'ana@example.com' })).toHaveAttribute(
      'href',
      'mailto:ana@example.com',
    );
    expect(sheet.getByRole('link', { name: '(212) 555-0123' })).toHaveAttribute(
      'href',
      'tel:+12125550123',
    );
    expect(await sheet.findByText('OK to send offers')).toBeVisible();
    expect(await sheet.findByText('Opted out by the guest')).toBeVisible();
    expect(sheet.getByText('$12.50')).toBeVisible();
    expect(sheet.getByText(/^Owes 120 points \(\$1\.20\)/)).toBeVisible();
    expect(sheet.getByRole('list', { name: 'Open rewards' })).toHaveTextContent(
      'House red until Dec 10, 2026 · sent Nov 10, 2026 by Olive OwnerThank you!',
    );
    expect(sheet.getByRole('list', { name: 'Past rewards' })).toHaveTextContent(
      /^Tiramisu Redeemed/,
    );
    expect(router.state.location.search).toBe('?guest=demo-pizza%2Fc-1');
  });

  it.each([
    [1, /^Your POS merged another record of this guest/],
    [2, /^Your POS merged 2 other records of this guest/],
  ])('says that %s other records count with it', async (mergedRecords, words) => {
    const found = customer('c-1');
    one(found);
    server.use(answer('get-customer', { customer: found, rewardList: [], mergedRecords }));
    renderApp('/customers');
    const sheet = await open(/^Ana/);
    expect(await sheet.findByText(words)).toBeVisible();
  });

  it('lists movements of points, more by a button', async () => {
    one(customer('c-1'));
    renderApp('/customers');
    const sheet = await open(/^Ana/);
    expect(await sheet.findByRole('list', { name: 'Points history' })).toHaveTextContent(
      /Earned · check #k-9Nov 20, 2026, 7:30 PM\+123.*Spent.*-500/,
    );
    await userEvent.click(sheet.getByRole('button', { name: 'Load more' }));
    expect(await sheet.findByText('+500')).toBeVisible();
    expect(sheet.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('that was erased has figures, and gets no messages', async () => {
    one(customer('c-1', { erased: true, firstName: null, lastName: null, email: null }));
    renderApp('/customers');
    const sheet = await open(/^Erased guest/);
    expect(await sheet.findByText(/Personal data was erased/)).toBeVisible();
    expect(sheet.queryByRole('button', { name: 'Send points' })).toBeNull();
    expect(sheet.queryByRole('button', { name: 'More actions' })).toBeNull();
    expect(sheet.queryByRole('link')).toBeNull();
  });
});
