import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, type Item } from '@/api';
import { write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { itemEdit, menuItem } from '@/testing/data/menuRows';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';
import { wallMinute } from '../sold-out/soldOut';

const sent: Record<string, unknown>[] = [];
let stored: Item;

const record = (request: Record<string, unknown>) => {
  sent.push(request);
  return request;
};

/** The page with the item's sheet open. */
async function sheet(item: Partial<Item> = {}) {
  stored = menuItem('a', { displayName: 'Margherita', stock: 8, lowStock: 5, version: 3, ...item });
  const view = renderApp('/home/menu?item=demo-pizza/a');
  const dialog = await screen.findByRole('dialog', { name: 'Margherita at Saffron Pizza' });
  await within(dialog).findByLabelText('Display name');
  return { ...view, dialog: within(dialog) };
}

/** The form that marks the item as sold out; the server takes what it sends. */
async function soldOutSheet() {
  server.use(
    answer('mark-item-sold-out', (request: Record<string, unknown>) => {
      record(request);
      return { itemList: [] };
    }),
  );
  const { dialog } = await sheet();
  await userEvent.click(dialog.getByRole('button', { name: 'Mark Sold Out' }));
  const name = 'Mark Margherita as sold out at Saffron Pizza';
  return within(await screen.findByRole('dialog', { name }));
}

async function retype(field: HTMLElement, text: string) {
  await userEvent.clear(field);
  if (text !== '') await userEvent.type(field, text);
}

beforeEach(() => {
  sent.length = 0;
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [
      { ...pizza, businessDate: '2026-11-21' },
      { ...tacos, businessDate: '2026-11-21' },
    ]),
    answer('get-items-list', () => ({ itemList: [stored], nextCursor: null })),
    answer('get-item', () => ({
      item: stored,
      alsoAt: [],
      sameItems: [{ posID: 'demo-tacos', posItemID: 'w-2' }],
    })),
    answer('update-positem', (request: Record<string, unknown>) => {
      record(request);
      return stored;
    }),
  );
});

describe('the sheet of an item', () => {
  it('sends only changed fields, with their version', async () => {
    const { dialog } = await sheet({ inventoryLevel: 'green' });
    expect(dialog.getByText('Have sufficient items in stock')).toBeVisible();
    await retype(dialog.getByRole('textbox', { name: 'Price' }), '13.75');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Item Updated Successfully.')).toBeVisible();
    expect(sent).toEqual([
      {
        sessionID: testUser.sessionID,
        posID: 'demo-pizza',
        posItemID: 'a',
        price: 13.75,
        version: 3,
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('takes the POS price', async () => {
    const { dialog } = await sheet({ price: 13, tillPrice: 12 });
    expect(dialog.getByText('POS price: $12.00')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Use POS price, $12.00' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ price: null });
  });

  it('closes an open price', async () => {
    const { dialog } = await sheet({ price: 0, openPrice: true });
    expect(dialog.getByText('Open price')).toBeVisible();
    const price = dialog.getByRole('textbox', { name: 'Price' });
    expect(price).toHaveValue('');
    expect(price).toHaveAttribute('placeholder', 'Open price');
    expect(dialog.getByText('Priced at each sale, until you enter a price.')).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Percent off' }), '20');
    expect(dialog.queryByText(/^Guests pay/)).toBeNull();
    await userEvent.clear(dialog.getByRole('textbox', { name: 'Percent off' }));
    await userEvent.type(price, '9');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ price: 9 });
  });

  it('opens a price again that is open in the POS', async () => {
    const { dialog } = await sheet({ price: 9 });
    expect(dialog.getByText(/Leave empty to use the POS price\.$/)).toBeVisible();
    await retype(dialog.getByRole('textbox', { name: 'Price' }), '');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ price: null });
  });

  it('shows a problem at its field and sends nothing', async () => {
    const { dialog } = await sheet();
    await retype(dialog.getByRole('textbox', { name: 'Price' }), '-1');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(
      await dialog.findByText('Please enter $0 to $1,000,000, with up to two decimals.'),
    ).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Price' })).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it('makes an offer, and ends one', async () => {
    const { dialog, unmount } = await sheet();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Percent off' }), '20');
    expect(dialog.getByText('Guests pay $10.00 instead of $12.50.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      offPercentage: 20,
      validFrom: '2026-11-21T00:00:00',
      validUntil: '2026-11-27T23:59:59',
    });
    unmount();

    const ending = await sheet({
      offPercentage: 20,
      onOffer: true,
      validFrom: '2026-11-01T00:00:00',
      validUntil: '2026-11-30T23:59:59',
    });
    await userEvent.click(ending.dialog.getByRole('button', { name: 'End Offer' }));
    expect(ending.dialog.getByText('The offer ends when you save.')).toBeVisible();
    await userEvent.click(ending.dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual({
      sessionID: testUser.sessionID,
      posID: 'demo-pizza',
      posItemID: 'a',
      offPercentage: 0,
      version: 3,
    });
  });

  it('shows what the server refuses at its field', async () => {
    const { dialog } = await sheet();
    server.use(answer('update-positem', { field: 'displayName' }, 400, 'is taken'));
    await retype(dialog.getByLabelText('Display name'), 'Pie');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Display name is taken.')).toBeVisible();
    expect(
      await screen.findByText('We are unable to update the item. Please try again!'),
    ).toBeVisible();
  });

  it('shows a change by another person, and the current item', async () => {
    const { dialog } = await sheet();
    await retype(dialog.getByRole('textbox', { name: 'Price' }), '14');
    server.use(
      answer('update-positem', () => null, 409, 'changed'),
      answer('get-item', () => ({
        item: { ...stored, price: 13, version: 4 },
        alsoAt: [],
        sameItems: [],
      })),
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/Someone else edited this item/)).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Price' })).toHaveValue('13.00');
  });

  it('follows changes by others in untouched fields', async () => {
    const { dialog, store } = await sheet();
    await retype(dialog.getByRole('textbox', { name: 'Price' }), '14');
    stored = { ...stored, stock: 7, version: 4 };
    act(() => void store.dispatch(api.util.invalidateTags(['Menu'])));
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'On hand' })).toHaveValue('7'));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ price: 14, version: 4 });
    expect(sent[0]).not.toHaveProperty('stock');
  });

  it('asks before changes are lost', async () => {
    const { dialog, router } = await sheet();
    await retype(dialog.getByLabelText('Display name'), 'Pie');
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(dialog.getByLabelText('Display name')).toHaveValue('Pie');
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('asks before another location is chosen', async () => {
    const narrow = window.matchMedia;
    const isWide = (query: string) => ({ ...narrow(query), matches: query.includes('64em') });
    vi.spyOn(window, 'matchMedia').mockImplementation(isWide);
    stored = menuItem('a', { displayName: 'Margherita' });
    renderApp('/home/menu?item=demo-pizza/a');
    const name = await screen.findByLabelText('Display name');
    await retype(name, 'Pie');
    const choose = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Change' }));
      await userEvent.click(await screen.findByRole('button', { name: /Taco Corner/ }));
      return within(await screen.findByRole('dialog', { name: 'Discard your changes?' }));
    };
    await userEvent.click((await choose()).getByRole('button', { name: 'Cancel' }));
    expect(name).toHaveValue('Pie');
    await userEvent.click((await choose()).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByLabelText('Display name')).toBeNull());
  });

  it('closes without a question if unchanged', async () => {
    const { dialog, router } = await sheet();
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/There are no changes to save/)).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(router.state.location.search).toBe('');
  });

  it('marks it as sold out at two locations, and undoes it', async () => {
    const choices = await soldOutSheet();
    expect(choices.getByRole('checkbox', { name: 'Saffron Pizza' })).toBeDisabled();
    await userEvent.click(choices.getByRole('checkbox', { name: 'Taco Corner' }));
    expect(choices.getByRole('radio', { name: /Start of tomorrow/ })).toBeChecked();
    await userEvent.click(choices.getByRole('button', { name: 'Mark Sold Out' }));
    expect(await screen.findByText('Margherita is marked as sold out.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Margherita is back on the menu.')).toBeVisible();
    const items = [
      { posID: 'demo-pizza', posItemID: 'a' },
      { posID: 'demo-tacos', posItemID: 'w-2' },
    ];
    const { sessionID } = testUser;
    expect(sent).toEqual([
      { sessionID, items, soldOut: true, untilOpening: true },
      { sessionID, items, soldOut: false },
    ]);
  });

  it("shows the start of tomorrow on each location's clock", async () => {
    const days = {
      businessDate: '2026-11-21',
      dayStarts: [{ startDate: null, dayStart: '06:00' }],
    };
    server.use(
      answer(`get-restaurant-list/${testUser.sessionID}`, [
        { ...pizza, businessDate: '2026-11-21' },
        { ...tacos, ...days },
      ]),
    );
    const choices = await soldOutSheet();
    expect(choices.getByText('Sun, Nov 22, 4:00 AM')).toBeVisible();
    await userEvent.click(choices.getByRole('checkbox', { name: 'Taco Corner' }));
    expect(choices.getByText("Each location's own start of day")).toBeVisible();
  });

  it('refuses a time that is past at another chosen location', async () => {
    const ahead = { ...tacos, timeZone: 'Pacific/Kiritimati' };
    server.use(answer(`get-restaurant-list/${testUser.sessionID}`, [pizza, ahead]));
    const choices = await soldOutSheet();
    await userEvent.click(choices.getByRole('radio', { name: 'A time I pick' }));
    const inAnHour = wallMinute(new Date(Date.now() + 3_600_000), 'America/New_York');
    await userEvent.type(choices.getByLabelText('Back on at'), inAnHour);
    await userEvent.click(choices.getByRole('checkbox', { name: 'Taco Corner' }));
    await userEvent.click(choices.getByRole('button', { name: 'Mark Sold Out' }));
    expect(await choices.findByText('Please choose a time within the next 30 days.')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('refuses a past time, and removes a mark', async () => {
    server.use(
      answer('mark-item-sold-out', (request: Record<string, unknown>) => {
        record(request);
        return { itemList: [] };
      }),
    );
    const { dialog, unmount } = await sheet();
    await userEvent.click(dialog.getByRole('button', { name: 'Mark Sold Out' }));
    const choices = within(
      await screen.findByRole('dialog', { name: 'Mark Margherita as sold out at Saffron Pizza' }),
    );
    await userEvent.click(choices.getByRole('radio', { name: 'A time I pick' }));
    await userEvent.type(choices.getByLabelText('Back on at'), '2020-01-01T10:00');
    await userEvent.click(choices.getByRole('button', { name: 'Mark Sold Out' }));
    expect(await choices.findByText('Please choose a time within the next 30 days.')).toBeVisible();
    expect(sent).toEqual([]);
    unmount();

    const marked = await sheet({ soldOut: true, soldOutUntil: '2026-11-22T04:00:00' });
    expect(marked.dialog.getByText('Sold out until Nov 22, 4:00 AM')).toBeVisible();
    await userEvent.click(marked.dialog.getByRole('button', { name: 'Turn Back On' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ soldOut: false });
  });

  it('names the POS where it marked the item, and takes that back as well', async () => {
    server.use(
      answer('mark-item-sold-out', (request: Record<string, unknown>) => {
        record(request);
        return { itemList: [] };
      }),
    );
    const open = await sheet({ soldOut: true, soldOutBy: 'till' });
    expect(open.dialog.getByText('Sold out at the POS')).toBeVisible();
    expect(open.dialog.getByText(/^Ends at the POS/)).toBeVisible();
    open.unmount();

    const ends = { soldOutBy: 'till', soldOutUntil: '2026-11-22T16:00:00' } as const;
    const marked = await sheet({ soldOut: true, ...ends });
    expect(marked.dialog.getByText('Sold out at the POS until Nov 22, 4:00 PM')).toBeVisible();
    await userEvent.click(marked.dialog.getByRole('button', { name: 'Turn Back On' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ soldOut: false });
  });

  it('lists its changes with their author', async () => {
    server.use(
      answer('get-item-edits', (request: Record<string, unknown>) => {
        record(request);
        const opened = itemEdit('a', { from: '$9.00', to: null });
        return { itemEditList: [itemEdit('a'), opened], nextCursor: null };
      }),
    );
    const { dialog } = await sheet();
    await userEvent.click(dialog.getByRole('button', { name: 'Edit history' }));
    const list = within(await screen.findByRole('dialog', { name: 'Edit history: Margherita' }));
    expect(await list.findAllByText('Olive Owner')).toHaveLength(2);
    expect(list.getByText('Open price')).toBeVisible();
    expect(sent).toEqual([
      { sessionID: testUser.sessionID, posID: 'demo-pizza', posItemID: 'a', limit: 50 },
    ]);
  });

  it('does not name the only location', async () => {
    server.use(
      answer(`get-restaurant-list/${testUser.sessionID}`, [
        { ...pizza, businessDate: '2026-11-21' },
      ]),
    );
    stored = menuItem('a', { displayName: 'Margherita' });
    renderApp('/home/menu?item=demo-pizza/a');
    await userEvent.click(await screen.findByRole('button', { name: 'Mark Sold Out' }));
    const title = 'Mark Margherita as sold out';
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'Margherita' })).toBeVisible();
  });

  it('shows that an item is gone', async () => {
    server.use(answer('get-item', null, 404));
    renderApp('/home/menu?item=demo-pizza/a');
    stored = menuItem('a');
    expect(
      await screen.findByText(
        "We couldn't find this item. It may have been removed from the menu.",
      ),
    ).toBeVisible();
  });
});

describe('the picture of an item', () => {
  it('is removed when the form is saved', async () => {
    const { dialog } = await sheet({ imageUrl: '/images/v1/old.jpg' });
    await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    expect(dialog.getByText('The picture is removed when you save.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ imageUrl: null });
  });

  it('must be readable', async () => {
    const { dialog } = await sheet();
    const file = new File(['<svg/>'], 'x.png', { type: 'image/png' });
    await userEvent.upload(dialog.getByLabelText('Add Picture'), file);
    expect(
      await dialog.findByText("We can't read this file as a picture. Please choose another one."),
    ).toBeVisible();
  });
});
