import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { read, write } from '@/lib/storage/storage';
import { choosing, connectionOf, mainStreet } from '@/testing/data/connections';
import { pizza } from '@/testing/data/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';
import { leaveFor } from './leave';

vi.mock('./leave', () => ({ leaveFor: vi.fn() }));

const page = '/admin-configuration/connect/pos/square';
const state = 'the-state';
const key = 'the-key-of-this-browser';
const url = `http://127.0.0.1:8108/oauth2/authorize?client_id=a&state=${state}`;

let finished: Record<string, unknown>[] = [];

beforeEach(() => {
  finished = [];
  vi.mocked(leaveFor).mockClear();
  rememberSignIn();
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [pizza]),
    answer('get-connected-days', { connectedDayList: [], nextCursor: null }),
    answer('get-pos-systems', { posSystemList: [{ pos: 'square', signsIn: true }] }),
    answer('begin-authorization', { url, key }),
    answer('get-connection', choosing([mainStreet])),
    answer('finish-authorization', (request: Record<string, unknown>) => {
      finished.push(request);
      return choosing([mainStreet]);
    }),
  );
});

describe('the way to the page of a POS', () => {
  it('is offered before a token, and begins in this browser', async () => {
    let sent: Record<string, unknown> = {};
    server.use(
      answer('begin-authorization', (request: Record<string, unknown>) => {
        sent = request;
        return { url, key };
      }),
    );
    const { store } = renderApp(page);
    expect(await screen.findByRole('button', { name: 'Sign in at Square' })).toBeVisible();
    expect(screen.queryByLabelText('Access token')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Sign in at Square' }));
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith(url));
    expect(sent).toMatchObject({ posID: pizza.posID, pos: 'square' });
    expect(read('pos_authorization')).toEqual({ state, key });
    expect(JSON.stringify(store.getState())).not.toContain(key);
    await userEvent.click(screen.getByRole('button', { name: /access token instead/ }));
    expect(screen.getByLabelText('Access token')).toBeVisible();
  });

  it('is not offered where the installation has no application', async () => {
    server.use(answer('get-pos-systems', { posSystemList: [{ pos: 'square', signsIn: false }] }));
    renderApp(page);
    expect(await screen.findByLabelText('Access token')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sign in at Square' })).toBeNull();
  });

  it('says why it cannot begin', async () => {
    server.use(answer('begin-authorization', null, 409, 'This connection has ended.'));
    renderApp(page);
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in at Square' }));
    expect(await screen.findByText('This connection has ended.')).toBeVisible();
    expect(leaveFor).not.toHaveBeenCalled();
  });

  it('gives a connection that was refused a new permission', async () => {
    let sent: Record<string, unknown> = {};
    server.use(
      answer('get-connection', { ...connectionOf(), state: 'refused' }),
      answer('begin-authorization', (request: Record<string, unknown>) => {
        sent = request;
        return { url, key };
      }),
    );
    renderApp('/admin-configuration/connections/connection-1');
    await userEvent.click(await screen.findByRole('button', { name: 'New token' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in at Square' }));
    await waitFor(() => expect(sent).toMatchObject({ connectionID: 'connection-1' }));
  });
});

describe('the way back from the page of a POS', () => {
  it('leads to the locations, once', async () => {
    write('pos_authorization', { state, key });
    const { router } = renderApp(`${page}?code=the-code&response_type=code&state=${state}`);
    expect(await screen.findByRole('radio', { name: 'Main Street' })).toBeChecked();
    expect(router.state.location.pathname).toBe('/admin-configuration/connections/connection-1');
    expect(finished).toMatchObject([{ state, key, code: 'the-code' }]);
    expect(read('pos_authorization')).toBeNull();
  });

  it('is refused where this browser did not begin it', async () => {
    write('pos_authorization', { state: 'of-another-tab', key });
    renderApp(`${page}?code=the-code&state=${state}`);
    expect(await screen.findByText(/was not begun in this browser/)).toBeVisible();
    expect(finished).toEqual([]);
  });

  it('begins again after a refusal at the POS', async () => {
    write('pos_authorization', { state, key });
    renderApp(`${page}?error=access_denied&state=${state}`);
    expect(await screen.findByText(/You did not allow it at Square/)).toBeVisible();
    expect(finished).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Sign in at Square' })).toBeVisible();
  });

  it('says that it took too long', async () => {
    write('pos_authorization', { state, key });
    const why = 'is not one that this browser began';
    server.use(answer('finish-authorization', { field: 'state' }, 400, why));
    renderApp(`${page}?code=the-code&state=${state}`);
    expect(await screen.findByText(/took longer than 10 minutes/)).toBeVisible();
  });
});
