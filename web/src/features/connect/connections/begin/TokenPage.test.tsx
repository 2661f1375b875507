import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { write } from '@/lib/storage/storage';
import { berlin, choosing, connectionOf, mainStreet } from '@/testing/data/connections';
import { pizza, tacos } from '@/testing/data/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const page = '/admin-configuration/connect/pos/square';
const token = 'EAAA-token-of-the-account';

beforeEach(() => {
  rememberSignIn();
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [pizza]),
    answer('get-connected-days', { connectedDayList: [], nextCursor: null }),
    answer('get-pos-systems', { posSystemList: [] }),
    answer('get-proofs', { proofList: [], nextCursor: null }),
  );
});

async function enter(text: string) {
  const user = userEvent.setup();
  const field = await screen.findByLabelText('Access token');
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  return user;
}

describe('connect your POS', () => {
  it('leads to each POS', async () => {
    const { router } = renderApp('/admin-configuration/connect');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('link', { name: /Connect your POS/ }));
    const clover = await screen.findByRole('link', { name: /^Clover/ });
    const toast = screen.getByRole('link', { name: /^Toast/ });
    expect(toast).toHaveAttribute('href', '/admin-configuration/connect/pos/toast');
    expect(clover).toHaveAttribute('href', '/admin-configuration/connect/pos/clover');
    await user.click(screen.getByRole('link', { name: /^Square/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe(page));
  });

  it('asks for the token of the POS that was chosen', async () => {
    let sent: Record<string, unknown> = {};
    server.use(
      answer('create-connection', (request) => {
        sent = request;
        return choosing([mainStreet]);
      }),
    );
    renderApp('/admin-configuration/connect/pos/clover');
    expect(await screen.findByText(/Merchant Dashboard/)).toBeVisible();
    await enter(token);
    await waitFor(() => expect(sent).toMatchObject({ pos: 'clover', token }));
  });

  it('asks for the client and a location of Toast, which lists none', async () => {
    let sent: Record<string, unknown> = {};
    server.use(
      answer('create-connection', (request) => {
        sent = request;
        return choosing([mainStreet]);
      }),
    );
    const { store } = renderApp('/admin-configuration/connect/pos/toast');
    const user = userEvent.setup();
    expect(await screen.findByText(/Manage credentials/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    for (const why of ['the client ID', 'the client secret', 'the GUID of a location']) {
      expect(await screen.findByText(`Please paste ${why}.`)).toBeVisible();
    }
    const paste = async (label: string, text: string) => {
      await user.click(screen.getByLabelText(label));
      await user.paste(text);
    };
    await paste('Client ID', ' client-1 ');
    await paste('Client secret', token);
    await paste('Location GUID', '0b1c2d3e-0000-4000-8000-000000000001\n');
    expect(screen.getByLabelText('Client secret')).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    const externalID = '0b1c2d3e-0000-4000-8000-000000000001';
    await waitFor(() =>
      expect(sent).toMatchObject({ pos: 'toast', token, clientID: 'client-1', externalID }),
    );
    expect(JSON.stringify(store.getState())).not.toContain(token);
  });

  it('shows at the location of Toast that the client does not open it', async () => {
    const why = 'must be the GUID of a location, as Toast shows it beside the credentials';
    server.use(answer('create-connection', { field: 'externalID' }, 400, why));
    renderApp('/admin-configuration/connect/pos/toast');
    const user = userEvent.setup();
    for (const label of ['Client ID', 'Client secret', 'Location GUID']) {
      await user.type(await screen.findByLabelText(label), 'x');
    }
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(`Location GUID ${why}.`)).toBeVisible();
  });

  it('leads back from a POS that cannot be connected', async () => {
    const { router } = renderApp('/admin-configuration/connect/pos/abacus');
    await waitFor(() =>
      expect(router.state.location.pathname).toBe('/admin-configuration/connect/pos'),
    );
  });

  it('begins with a location for a person without one', async () => {
    server.use(answer(`get-restaurant-list/${testUser.sessionID}`, []));
    renderApp(page);
    expect(await screen.findByLabelText('Name of the restaurant')).toBeVisible();
    expect(screen.queryByLabelText('Access token')).toBeNull();
  });
});

describe('an account that another location is connected to', () => {
  it('connects this one without its token', async () => {
    write('default_location', pizza.posID);
    let sent: Record<string, unknown> = {};
    const harbor = { ...mainStreet, externalID: 'L3', name: 'Harbor' };
    const other = connectionOf({ posID: tacos.posID, offered: [harbor, berlin] });
    server.use(
      answer(`get-restaurant-list/${testUser.sessionID}`, [pizza, tacos]),
      answer('get-connections', { connectionList: [other], nextCursor: null }),
      answer('get-connection', other),
      answer('connect-location', (request) => {
        sent = request;
        return connectionOf();
      }),
    );
    const { router } = renderApp(page);
    const name = `Use the account that you connected for ${tacos.name}`;
    const card = within(await screen.findByRole('region', { name }));
    expect(card.queryByRole('radio', { name: 'Berlin' })).toBeNull();
    expect(card.getByRole('radio', { name: 'Harbor' })).toBeChecked();
    await userEvent.click(card.getByRole('button', { name: 'Connect' }));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe('/admin-configuration/connections/connection-1'),
    );
    expect(sent).toMatchObject({
      posID: pizza.posID,
      begunAt: tacos.posID,
      connectionID: 'connection-1',
      externalID: 'L3',
    });
  });

  it('is not offered where none of its locations is left', async () => {
    write('default_location', pizza.posID);
    const other = connectionOf({ posID: tacos.posID });
    server.use(
      answer(`get-restaurant-list/${testUser.sessionID}`, [pizza, tacos]),
      answer('get-connections', { connectionList: [other], nextCursor: null }),
      answer('get-connection', other),
    );
    renderApp(page);
    expect(await screen.findByLabelText('Access token')).toBeVisible();
    expect(screen.queryByText(/^Use the account/)).toBeNull();
  });
});

describe('the token of an account', () => {
  it('is hidden, and not kept by the browser', async () => {
    renderApp(page);
    const field = await screen.findByLabelText('Access token');
    expect(field).toHaveAttribute('type', 'password');
    expect(field).toHaveAttribute('autocomplete', 'off');
    await userEvent.click(screen.getByRole('button', { name: 'Show the token' }));
    expect(field).toHaveAttribute('type', 'text');
  });

  it('is required', async () => {
    renderApp(page);
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Please paste the access token.')).toBeVisible();
  });

  it('leads to the locations, and stays nowhere', async () => {
    let sent: Record<string, unknown> = {};
    server.use(
      answer('create-connection', (request) => {
        sent = request;
        return choosing([mainStreet, berlin]);
      }),
      answer('get-connection', choosing([mainStreet, berlin])),
      answer('connect-location', (request) => {
        sent = request;
        return connectionOf();
      }),
    );
    const { router, store } = renderApp(page);
    const user = await enter(` ${token}\n`);
    expect(await screen.findByRole('radio', { name: 'Main Street' })).toBeChecked();
    expect(sent).toMatchObject({ posID: pizza.posID, pos: 'square', token });
    expect(router.state.location.pathname).toBe('/admin-configuration/connections/connection-1');
    expect(document.body.innerHTML).not.toContain(token);
    expect(JSON.stringify(store.getState())).not.toContain(token);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(token);

    expect(screen.getByRole('radio', { name: 'Berlin' })).toBeDisabled();
    expect(screen.getByText(/^Counts in EUR: Saffron shows dollars/)).toBeVisible();
    server.use(answer('get-connection', connectionOf()));
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByText('Square is connected')).toBeVisible();
    expect(sent).toMatchObject({ connectionID: 'connection-1', externalID: 'L1' });
  });

  it('shows at its field what is wrong with it', async () => {
    const why = 'is not known to Square: copy it again, as a whole';
    server.use(answer('create-connection', { field: 'token' }, 400, why));
    const { store } = renderApp(page);
    await enter(token);
    expect(await screen.findByText(`Access token ${why}.`)).toBeVisible();
    await waitFor(() => expect(JSON.stringify(store.getState())).not.toContain(token));
  });

  it('shows why an account cannot be connected', async () => {
    const why = 'This account has no location at Square that can be connected.';
    server.use(answer('create-connection', null, 409, why));
    renderApp(page);
    await enter(token);
    expect(await screen.findByText(why)).toBeVisible();
  });
});

describe('locations of an account', () => {
  const chosen = '/admin-configuration/connections/connection-1';

  it('are chosen by the person where several fit', async () => {
    const timeZone = 'America/Los_Angeles';
    const harbor = { ...mainStreet, externalID: 'L3', name: 'Harbor', timeZone };
    server.use(answer('get-connection', choosing([mainStreet, harbor])));
    renderApp(chosen);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Connect' }));
    expect(await screen.findByText('Please choose a location.')).toBeVisible();
    const why = 'This location, or the one at the POS, is connected already.';
    server.use(answer('connect-location', null, 409, why));
    expect(screen.queryByText(/^The POS says/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Harbor' }));
    expect(screen.getByText(/^The POS says America\/Los Angeles, this location/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByText(why)).toBeVisible();
  });

  it('cannot be chosen where none counts in dollars', async () => {
    server.use(answer('get-connection', choosing([berlin])));
    renderApp(chosen);
    expect(await screen.findByText(/^None of these locations counts in dollars/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete token' })).toBeVisible();
  });
});
