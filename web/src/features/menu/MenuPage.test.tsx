import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { api, type Item } from '@/api';
import { write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { itemEdit, menuItem } from '@/testing/data/menuRows';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { searchFor } from '@/testing/searchFor';
import { answer, server } from '@/testing/server';

const requests: Record<string, unknown>[] = [];

function menu(pages: Record<string, Item[] | [Item[], string]>) {
  server.use(
    answer('get-items-list', (request: Record<string, unknown>) => {
      requests.push(request);
      const words = request.search ?? (request.toPurchase ? 'purchase' : 'first');
      const page = pages[String(request.cursor ?? words)] ?? [];
      const [itemList, nextCursor] = Array.isArray(page[0])
        ? (page as [Item[], string])
        : [page as Item[], null];
      return { itemList, nextCursor };
    }),
  );
}

const row = (name: RegExp) => screen.findByRole('button', { name });

beforeEach(() => {
  requests.length = 0;
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [
      { ...pizza, businessDate: '2026-11-21' },
      { ...tacos, businessDate: '2026-11-21' },
    ]),
  );
});

describe('/home/menu', () => {
  it('asks for one of several locations in each part', async () => {
    write('default_location', 'gone');
    renderApp('/home/menu');
    expect(await screen.findByText('Please select location to view menu items.')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'To Purchase' }));
    expect(screen.getByText('Please select location to view items for purchase.')).toBeVisible();
    menu({ purchase: [] });
    await userEvent.click(screen.getByRole('button', { name: 'Select Location' }));
    await userEvent.click(await screen.findByRole('button', { name: /Saffron Pizza/ }));
    expect(
      await screen.findByText('Great. You do not have any items to purchase for now.'),
    ).toBeVisible();
    expect(requests).toEqual([
      { sessionID: testUser.sessionID, posID: 'demo-pizza', toPurchase: true, limit: 50 },
    ]);
  });

  it('keeps an item open that was tapped before the search began', async () => {
    menu({ first: [menuItem('a', { displayName: 'Garlic Bread' })], garlic: [] });
    const { router } = renderApp('/home/menu');
    const bread = await row(/Garlic Bread/);
    searchFor(screen.getByRole('searchbox'), 'garlic');
    fireEvent.click(bread);
    await waitFor(() => expect(router.state.location.search).toContain('q=garlic'));
    expect(router.state.location.search).toContain('item=');
    // Its request belongs to this test, not to the next.
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ search: 'garlic' }));
  });

  it('lists items with prices, offers and marks, page after page', async () => {
    const offer = {
      offPercentage: 20,
      onOffer: true,
      validFrom: '2026-11-01T00:00:00',
      validUntil: '2026-11-30T23:59:59',
    };
    menu({
      first: [
        [
          menuItem('a', offer),
          menuItem('b', { soldOut: true, soldOutUntil: '2026-11-22T04:00:00' }),
          menuItem('c', { inventoryLevel: 'orange', stock: 3, minorCategory: null }),
        ],
        'p2',
      ],
      p2: [menuItem('d', { displayName: 'Dessert', inventoryLevel: 'green' })],
    });
    renderApp('/home/menu');
    expect(await row(/Item a.*20% off.*Pizza.*\$10\.00.*instead of\s*\$12\.50/)).toBeVisible();
    expect(await row(/Item b.*Sold out.*back Nov 22, 4:00 AM.*\$12\.50/)).toBeVisible();
    expect(await row(/Item c.*Low.*Food/)).toBeVisible();
    expect(await row(/Dessert.*In stock/)).toBeVisible();
    const listRequest = { sessionID: testUser.sessionID, posID: 'demo-pizza', limit: 50 };
    expect(requests).toEqual([listRequest, { ...listRequest, cursor: 'p2' }]);
    expect(screen.getByText('End of list')).toBeVisible();
  });

  it('shows an open price in words, also on offer', async () => {
    const open = { price: 0, openPrice: true };
    menu({
      first: [menuItem('a', open), menuItem('b', { ...open, offPercentage: 20, onOffer: true })],
    });
    renderApp('/home/menu');
    expect(await row(/Item a.*Open price$/)).toBeVisible();
    expect(await row(/Item b.*20% off.*Open price$/)).toBeVisible();
    expect(screen.queryByText(/\$0/)).toBeNull();
  });

  it('searches after a pause in typing, and shows no match', async () => {
    menu({ first: [menuItem('a')], '12.50': [menuItem('b')], 'no such': [] });
    const { router } = renderApp('/home/menu');
    await row(/Item a/);
    const box = screen.getByRole('searchbox', { name: 'Search name or price' });
    searchFor(box, '12.50');
    expect(await row(/Item b/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Item a/ })).toBeNull();
    // The same words are no other search.
    searchFor(box, '12.50 ');
    searchFor(box, 'no such');
    expect(
      await screen.findByText('Oops! We could not find any items in your menu with that name.'),
    ).toBeVisible();
    expect(requests.map(({ search }) => search)).toEqual([undefined, '12.50', 'no such']);
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1) ?? box);
    expect(await row(/Item a/)).toBeVisible();
    expect(router.state.location.search).toBe('');
  });

  it('shows an empty menu, and a failure', async () => {
    menu({});
    const { unmount } = renderApp('/home/menu');
    expect(
      await screen.findByText('Oops! We could not find any items in your menu.'),
    ).toBeVisible();
    unmount();
    server.use(answer('get-items-list', null, 500));
    renderApp('/home/menu');
    expect(
      await screen.findByText('We encountered an error while fetching the list. Please try again!'),
    ).toBeVisible();
    menu({ first: [menuItem('a')] });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await row(/Item a/)).toBeVisible();
  });

  it('shows items to purchase with their stock', async () => {
    menu({
      purchase: [
        menuItem('a', { inventoryLevel: 'red', stock: 0 }),
        menuItem('b', { inventoryLevel: 'orange', stock: 2.5 }),
      ],
    });
    renderApp('/home/menu?part=purchase');
    expect(await row(/Item a.*Out.*0 left/)).toBeVisible();
    expect(await row(/Item b.*Low.*2\.5 left/)).toBeVisible();
  });

  it('refetches shown pages after live events', async () => {
    let price = 12.5;
    server.use(
      answer('get-items-list', ({ cursor }: Record<string, unknown>) =>
        cursor === undefined
          ? { itemList: [menuItem('a')], nextCursor: 'p2' }
          : { itemList: [menuItem('b', { price })], nextCursor: null },
      ),
    );
    const { store } = renderApp('/home/menu');
    expect(await row(/Item b.*\$12\.50/)).toBeVisible();
    price = 14;
    act(() => void store.dispatch(api.util.invalidateTags([{ type: 'Menu', id: 'demo-pizza' }])));
    expect(await row(/Item b.*\$14\.00/)).toBeVisible();
  });
});

describe('/admin-configuration', () => {
  it('leads to menu, default location and royalty program', async () => {
    renderApp('/admin-configuration');
    const page = within(await screen.findByRole('main'));
    await page.findByRole('heading', { name: 'Admin Config' });
    const targets = page.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(targets).toEqual([
      '/admin-configuration/menu',
      '/admin-configuration/change-location',
      '/royalty-program',
      '/admin-configuration/notification-rules',
      '/admin-configuration/business-day',
      '/admin-configuration/wages',
      '/admin-configuration/connect',
      '/admin-configuration/connections',
      '/admin-configuration/imports',
      '/admin-configuration/ingest-keys',
    ]);
  });

  it('lists all changes of the menu', async () => {
    server.use(
      answer('get-item-edits', (request: Record<string, unknown>) => {
        requests.push(request);
        return {
          itemEditList: [
            itemEdit('a'),
            itemEdit('b', { by: null, from: null, field: 'estimatedCost', to: '$3.00' }),
            itemEdit('c', { from: null, field: 'offer', to: '15% off, 2026-11-28 to 2026-12-12' }),
            itemEdit('d', { field: 'displayName', to: 'Menu of 2026-12-24' }),
            itemEdit('e', { from: null, field: 'soldOut', to: 'sold out until 2026-11-28 16:00' }),
          ],
          nextCursor: null,
        };
      }),
    );
    renderApp('/admin-configuration/menu?part=changes');
    const list = await screen.findByRole('list', { name: 'Edit history' });
    const [first, second, third, fourth, fifth] = within(list).getAllByRole('listitem');
    expect(third).toHaveTextContent('none to 15% off, Nov 28, 2026 to Dec 12, 2026');
    expect(fourth).toHaveTextContent('Menu of 2026-12-24');
    expect(fifth).toHaveTextContent('none to sold out until Nov 28, 2026, 4:00 PM');
    expect(first).toHaveTextContent(
      'Item a · PriceNov 21, 2026, 10:30 AM$12.00 to $12.50Olive Owner',
    );
    expect(second).toHaveTextContent(/Estimated cost.*none to \$3\.00POS/);
    expect(requests).toEqual([{ sessionID: testUser.sessionID, posID: 'demo-pizza', limit: 50 }]);
  });

  it('sets the location of every screen, and clears that of charts', async () => {
    write('default_chart_location', 'demo-pizza');
    const { store } = renderApp('/admin-configuration/change-location');
    const current = await screen.findByRole('button', { name: /Saffron Pizza/ });
    await waitFor(() => expect(current).toHaveAttribute('aria-pressed', 'true'));
    await userEvent.click(screen.getByRole('button', { name: /Taco Corner/ }));
    expect(await screen.findByText('Now showing Taco Corner.')).toBeVisible();
    expect(localStorage.getItem('default_location')).toBe('"demo-tacos"');
    await userEvent.type(screen.getByRole('searchbox'), 'taco');
    expect(screen.queryByRole('button', { name: /Saffron Pizza/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'All Locations' }));
    expect(store.getState().selectedLocation).toEqual({ chart: null, general: 'demo-tacos' });
  });
});
