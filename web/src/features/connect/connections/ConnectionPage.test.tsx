import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '@/api';
import type { ConnectedDay, Connection } from '@/api/connect';
import { streamAlive } from '@/live/slice';
import { connectedDay, connectionOf } from '@/testing/data/connections';
import { pizza } from '@/testing/data/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const page = '/admin-configuration/connections/connection-1';

beforeEach(() => {
  rememberSignIn();
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [pizza]),
    answer('get-pos-systems', { posSystemList: [] }),
  );
});

/** The server's connection and days, which the calls change. */
function stored(first: Connection, days: ConnectedDay[] = []) {
  const at = { now: first, days, sent: undefined as Record<string, unknown> | undefined };
  server.use(
    answer('get-connection', () => at.now),
    answer('get-connected-days', () => ({ connectedDayList: at.days, nextCursor: null })),
    answer('get-proofs', { proofList: [], nextCursor: null }),
  );
  return {
    on: (call: string, change: Partial<Connection>, then: ConnectedDay[] = at.days) =>
      server.use(
        answer(call, (request) => {
          at.sent = request;
          at.days = then;
          at.now = { ...at.now, ...change, version: at.now.version + 1 };
          return at.now;
        }),
      ),
    sent: () => at.sent,
    become: (change: Partial<Connection>) => {
      at.now = { ...at.now, ...change };
    },
  };
}

describe('a live connection', () => {
  it('shows how it is, and how far its past is', async () => {
    stored(connectionOf());
    renderApp(page);
    const card = within(await screen.findByRole('region', { name: 'Square is connected' }));
    expect(card.getByText('Live')).toBeVisible();
    expect(card.getByText(/^Last read: Jul 18, 2026, 12:04 PM/)).toHaveTextContent('Up to date');
    const about = within(screen.getByRole('region', { name: 'About this connection' }));
    expect(about.getByText('Saffron Group')).toBeVisible();
    expect(about.getByText('Main Street')).toBeVisible();
    expect(card.getByRole('link', { name: "Today's figures" })).toHaveAttribute('href', '/home');
    const bar = screen.getByRole('progressbar', { name: 'Your past is coming in' });
    expect(bar).toHaveAttribute('aria-valuenow', '8');
    expect(screen.getByText(/^31 of 400 days\. Newest days first/)).toBeVisible();
  });

  it('says that today and yesterday come first', async () => {
    stored(connectionOf({ daysRead: 1, seenAt: null, lagSeconds: 0 }));
    renderApp(page);
    expect(
      await screen.findByText(/^1 of 400 days\. Today and yesterday come first/),
    ).toBeVisible();
    expect(screen.getByText('Last read: Not yet')).toBeVisible();
    expect(screen.queryByText('Up to date')).toBeNull();
  });

  it('follows live events until its past is here', async () => {
    const connection = stored(connectionOf());
    const { store } = renderApp(page);
    await screen.findByRole('progressbar');
    act(() => void store.dispatch(streamAlive(Date.now())));
    connection.become({ daysRead: 400 });
    act(() => void store.dispatch(api.util.invalidateTags(['Connections'])));
    expect(await screen.findByText('Your past is here, back to Jun 13, 2025')).toBeVisible();
    expect(screen.getByText('400 days were read.')).toBeVisible();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('is paused and resumed', async () => {
    const connection = stored(connectionOf());
    renderApp(page);
    const user = userEvent.setup();
    connection.on('pause-connection', { state: 'paused', lagSeconds: 0 });
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(await screen.findByText(/^Nothing is read until you resume/)).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Your past waits' })).toBeVisible();
    connection.on('resume-connection', { state: 'live' });
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible();
    expect(connection.sent()).toMatchObject({ posID: pizza.posID, connectionID: 'connection-1' });
  });

  it('writes to the POS once a person has it so', async () => {
    const connection = stored(connectionOf());
    renderApp(page);
    const user = userEvent.setup();
    const card = within(await screen.findByRole('region', { name: 'From Saffron to Square' }));
    const asked = card.getByRole('switch', { name: /^Write prices and sold-out marks to Square/ });
    expect(asked).not.toBeChecked();
    connection.on('set-connection-writing', { writes: true });
    await user.click(asked);
    await waitFor(() => expect(asked).toBeChecked());
    expect(connection.sent()).toMatchObject({ connectionID: 'connection-1', writes: true });
    expect(card.queryByRole('alert')).toBeNull();
  });

  it('names what the POS did not take', async () => {
    const one = {
      what: 'Margherita: price of $12.00',
      why: 'The token lacks a permission: ITEMS_WRITE. Make one that has it and enter it.',
      since: '2026-07-18T11:40:00',
    };
    stored(connectionOf({ writes: true, unwritten: [one] }));
    renderApp(page);
    const list = within(await screen.findByRole('list', { name: 'Square did not take these' }));
    expect(list.getByText(one.what)).toBeVisible();
    expect(list.getByText(one.why)).toBeVisible();
  });

  it('says that Toast takes no prices', async () => {
    stored(connectionOf({ pos: 'toast', takesWrites: false }));
    renderApp(page);
    const card = within(await screen.findByRole('region', { name: 'From Saffron to Toast' }));
    expect(card.getByText(/^Toast does not let other apps change prices/)).toBeVisible();
    expect(card.queryByRole('switch')).toBeNull();
  });

  it('says what stands still, what the token lacks and how far it is behind', async () => {
    const fault = {
      what: 'Guests',
      why: 'Square asks for fewer calls. Saffron goes on by itself.',
      since: '2026-07-18T11:40:00',
    };
    stored(connectionOf({ faults: [fault], lacks: ['TIMECARDS_READ'], lagSeconds: 7300 }));
    renderApp(page);
    const list = within(await screen.findByRole('list', { name: /^Does not come in/ }));
    expect(list.getByText('Guests')).toBeVisible();
    expect(list.getByText(fault.why)).toBeVisible();
    expect(list.getByText('Since Jul 18, 2026, 11:40 AM')).toBeVisible();
    expect(screen.getByText(/^The token lacks permissions: TIMECARDS_READ\./)).toBeVisible();
    expect(screen.getByText('Up to 3 hours behind')).toBeVisible();
  });

  it('lists what could not be read with the reasons', async () => {
    stored(connectionOf({ unmapped: 2 }));
    const object = (externalID: string, why: string) => ({
      kind: 'order',
      externalID,
      why,
      firstSeenAt: '2026-07-17T12:00:00',
      lastSeenAt: '2026-07-18T12:00:00',
    });
    const unmappedList = [object('A1', 'It has no time.'), object('B2', 'It counts in euros.')];
    server.use(answer('get-unmapped', { unmappedList, nextCursor: null }));
    renderApp(page);
    const card = within(await screen.findByRole('region', { name: '2 things could not be read' }));
    expect(await card.findByText('Order A1')).toBeVisible();
    expect(card.getByText('It counts in euros.')).toBeVisible();
    expect(card.getAllByText('Last seen Jul 18, 2026')).toHaveLength(2);
  });

  it('is disconnected after a question that says what stays', async () => {
    const connection = stored(connectionOf());
    renderApp(page);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Disconnect Square?' }));
    expect(dialog.getByText(/^Stays: all sales.* Deleted: the token/)).toBeVisible();
    expect(connection.sent()).toBeUndefined();
    connection.on('end-connection', { state: 'ended' });
    await user.click(dialog.getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByText(/^What came in stays in your reports/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Connect again' })).toBeVisible();
  });

  it('stays where a step is refused, and says why', async () => {
    stored(connectionOf());
    server.use(answer('pause-connection', null, 409, 'This connection has ended. Connect again.'));
    renderApp(page);
    await userEvent.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('This connection has ended. Connect again.')).toBeVisible();
    expect(screen.getByText('Square is connected')).toBeVisible();
  });
});

describe('a refused connection', () => {
  it('goes on with a new token of the account', async () => {
    const connection = stored(connectionOf({ state: 'refused', lagSeconds: 0 }));
    renderApp(page);
    const user = userEvent.setup();
    const title = 'Square does not accept the token any more';
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'New token' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'New token of Square' }));
    const why = 'must be one of Saffron Group: this one opens another account';
    server.use(answer('renew-connection', { field: 'token' }, 400, why));
    await user.click(sheet.getByLabelText('Access token'));
    await user.paste('EAAA-of-another-account');
    await user.click(sheet.getByRole('button', { name: 'Use this token' }));
    expect(await sheet.findByText(`Access token ${why}.`)).toBeVisible();
    connection.on('renew-connection', { state: 'live' });
    await user.clear(sheet.getByLabelText('Access token'));
    await user.paste('EAAA-new');
    await user.click(sheet.getByRole('button', { name: 'Use this token' }));
    expect(await screen.findByText('The new token is in use.')).toBeVisible();
    expect(await screen.findByText('Square is connected')).toBeVisible();
    expect(connection.sent()).toMatchObject({ connectionID: 'connection-1', token: 'EAAA-new' });
  });
});

describe('days of another source', () => {
  it('are decided together, with both sums shown', async () => {
    const days = [connectedDay(17), connectedDay(16, { posChecks: null, posNetSales: null })];
    const connection = stored(connectionOf({ daysAsked: 2 }), days);
    renderApp(page);
    const user = userEvent.setup();
    const card = within(await screen.findByRole('region', { name: '2 days have sales already' }));
    expect(card.getAllByText('There: july.csv')).toHaveLength(2);
    expect(card.getAllByText('40 checks, $1,600.00')).toHaveLength(2);
    expect(card.getByText('41 checks, $1,640.50')).toBeVisible();
    expect(card.getByText('not counted yet')).toBeVisible();
    expect(card.getByText(/^80 checks \(\$3,200.00\) that are there now/)).toBeVisible();
    expect(screen.getByText('2 days wait for your decision below.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    expect(await card.findByText('Please choose whose sales count.')).toBeVisible();
    expect(connection.sent()).toBeUndefined();

    const skipped = days.map((day) => ({ ...day, state: 'skipped' as const }));
    connection.on('decide-connected-days', { daysAsked: 0 }, skipped);
    await user.click(card.getByRole('radio', { name: 'The sales that are there' }));
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    expect(await screen.findByText('2 days left to the other source')).toBeVisible();
    expect(connection.sent()).toMatchObject({
      businessDates: ['2026-07-17', '2026-07-16'],
      choice: 'skip',
    });
  });

  it('that count twice can keep the sales of both', async () => {
    const day = connectedDay(17, { countsTwice: true });
    const connection = stored(connectionOf({ daysAsked: 1 }), [day]);
    renderApp(page);
    const user = userEvent.setup();
    const card = within(await screen.findByRole('region', { name: '1 day counts twice' }));
    expect(card.getByText(/^40 checks \(\$1,600.00\) of the other source are taken/)).toBeVisible();
    expect(screen.queryByRole('region', { name: '1 day has sales already' })).toBeNull();
    connection.on('decide-connected-days', { daysAsked: 0 }, []);
    await user.click(card.getByRole('radio', { name: 'The sales of both' }));
    await user.click(card.getByRole('button', { name: 'Decide' }));
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: '1 day counts twice' })).toBeNull(),
    );
    expect(connection.sent()).toMatchObject({ businessDates: ['2026-07-17'], choice: 'skip' });
  });

  it('that were skipped are no days that still come in', async () => {
    const day = connectedDay(17, { state: 'skipped' });
    stored(connectionOf({ daysRead: 399, daysSkipped: 1 }), [day]);
    renderApp(page);
    expect(await screen.findByText('Your past is here, back to Jun 13, 2025')).toBeVisible();
  });

  it('that were skipped can be replaced after a question', async () => {
    const day = connectedDay(17, { state: 'skipped' });
    const connection = stored(connectionOf(), [day]);
    renderApp(page);
    const user = userEvent.setup();
    const use = 'Use the POS sales';
    await user.click(await screen.findByRole('button', { name: use }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Replace the sales/ }));
    connection.on('decide-connected-days', {}, [{ ...day, state: 'replacing' }]);
    await user.click(dialog.getByRole('button', { name: 'Replace' }));
    expect(await screen.findByText('The sales of 1 day are being replaced.')).toBeVisible();
    expect(connection.sent()).toMatchObject({ businessDates: ['2026-07-17'], choice: 'replace' });
  });

  it('say so where they cannot be loaded', async () => {
    stored(connectionOf());
    server.use(answer('get-connected-days', null, 500));
    renderApp(page);
    expect(await screen.findByText(/^We couldn't load these days/)).toBeVisible();
    expect(screen.getByText('Square is connected')).toBeVisible();
  });
});

describe('a connection that cannot be shown', () => {
  it('leads to the list where the location does not have it', async () => {
    server.use(answer('get-connection', null, 404));
    renderApp(page);
    expect(await screen.findByText('This location has no such connection.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All connections' })).toBeVisible();
  });

  it('is tried again after a failure', async () => {
    server.use(answer('get-connection', null, 500));
    renderApp(page);
    expect(await screen.findByText(/^We couldn't load the connection/)).toBeVisible();
    stored(connectionOf());
    await userEvent.click(screen.getByRole('button', { name: /Try again/i }));
    expect(await screen.findByText('Square is connected')).toBeVisible();
  });
});

describe('the list of connections', () => {
  const list = '/admin-configuration/connections';

  it('shows each with its state, and a refused one with what to do', async () => {
    const refused = connectionOf({ connectionID: 'connection-2', state: 'refused' });
    const fresh = connectionOf({ state: 'choosing', externalName: null, seenAt: null });
    server.use(answer('get-connections', { connectionList: [refused, fresh], nextCursor: null }));
    const { router } = renderApp(list);
    const row = within(await screen.findByRole('link', { name: /Needs a new token/ }));
    expect(row.getByText('Square · Main Street')).toBeVisible();
    expect(row.getByText('Nothing comes in until you enter a new token.')).toBeVisible();
    expect(screen.getByText('Square · Saffron Group')).toBeVisible();
    stored(connectionOf({ state: 'refused' }));
    await userEvent.click(screen.getByRole('link', { name: /Needs a new token/ }));
    await screen.findByRole('heading', { name: /does not accept the token any more/ });
    expect(router.state.location.pathname).toBe(`${list}/connection-2`);
  });

  it('names what of a live one stands still, and days to decide about', async () => {
    const fault = { what: 'Sales', why: 'Square does not answer.', since: '2026-07-18T11:40:00' };
    const row = connectionOf({ faults: [fault], daysAsked: 3 });
    server.use(answer('get-connections', { connectionList: [row], nextCursor: null }));
    renderApp(list);
    expect(await screen.findByText('Does not come in at the moment: Sales')).toBeVisible();
    expect(screen.getByText('3 days wait for your decision')).toBeVisible();
  });

  it('leads on where it is empty', async () => {
    server.use(answer('get-connections', { connectionList: [], nextCursor: null }));
    renderApp(list);
    expect(await screen.findByText('No POS is connected at this location.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Connect your POS' })).toBeVisible();
  });

  it('can be tried again where it failed', async () => {
    server.use(answer('get-connections', null, 500));
    renderApp(list);
    const again = await screen.findByRole('button', { name: /Try again/i });
    server.use(answer('get-connections', { connectionList: [], nextCursor: null }));
    await userEvent.click(again);
    expect(await screen.findByText('No POS is connected at this location.')).toBeVisible();
  });
});
