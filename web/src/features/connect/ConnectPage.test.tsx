import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { pizza } from '@/testing/data/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const list = `get-restaurant-list/${testUser.sessionID}`;

describe('connect your restaurant', () => {
  it('shows the ways', async () => {
    rememberSignIn();
    server.use(answer(list, []));
    renderApp('/admin-configuration/connect');
    expect(await screen.findByRole('link', { name: /Upload your sales/ })).toBeVisible();
    expect(screen.getByRole('link', { name: /Connect your POS/ })).toBeVisible();
    expect(screen.queryByRole('link', { name: /Your imports/ })).toBeNull();
    expect(screen.queryByRole('link', { name: /Your connections/ })).toBeNull();
  });

  it('takes a link code', async () => {
    rememberSignIn();
    let sent: unknown;
    server.use(
      answer(list, () => (sent === undefined ? [] : [pizza])),
      answer('link-restaurant', (request) => {
        sent = request;
        return pizza;
      }),
      // The calls of Home do not matter here.
      http.post('*/api-restaurant-pos/restaurantpro/get-:report', () =>
        HttpResponse.json({ status: 200, body: [], message: '' }),
      ),
    );
    const { router } = renderApp('/admin-configuration/connect');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /Enter a link code/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Enter a link code' }));
    await user.type(sheet.getByLabelText('Location ID'), pizza.posID);
    await user.type(sheet.getByLabelText('Link code'), 'K7Q2M9XWPA');
    await user.click(sheet.getByRole('button', { name: 'Link Location' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'));
    expect(sent).toMatchObject({ posID: pizza.posID, linkCode: 'K7Q2M9XWPA' });
  });

  it('is linked from the form of a link code', async () => {
    rememberSignIn();
    server.use(answer(list, []));
    const { router } = renderApp('/link-restaurant');
    await userEvent.click(await screen.findByRole('link', { name: /Other ways to connect/ }));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe('/admin-configuration/connect'),
    );
  });
});

describe('a new location', () => {
  it('is made before the first upload', async () => {
    rememberSignIn();
    let sent: Record<string, unknown> | undefined;
    server.use(
      answer(list, () => (sent === undefined ? [] : [pizza])),
      answer('create-location', (request) => {
        sent = request;
        return pizza;
      }),
    );
    renderApp('/admin-configuration/connect/upload');
    const user = userEvent.setup();
    const name = await screen.findByLabelText('Name of the restaurant');
    await user.click(screen.getByRole('button', { name: 'Create Location' }));
    expect(await screen.findByText('Please enter a name.')).toBeVisible();
    expect(sent).toBeUndefined();

    await user.type(name, ' Saffron Pizza ');
    const zone = screen.getByRole('combobox', { name: 'Time zone' });
    expect(zone).toHaveValue(Intl.DateTimeFormat().resolvedOptions().timeZone);
    await user.clear(zone);
    await user.type(zone, 'new york');
    // Without a layout the list counts as scrolled away.
    const option = { name: 'America / New York', hidden: true };
    await user.click(await screen.findByRole('option', option));
    await user.selectOptions(screen.getByLabelText('The business day starts at'), '12:00 AM');
    expect(screen.getByText('The business day is the calendar day.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Create Location' }));

    expect(await screen.findByRole('button', { name: 'Choose files' })).toBeVisible();
    expect(sent).toEqual({
      sessionID: testUser.sessionID,
      name: 'Saffron Pizza',
      timeZone: 'America/New_York',
      dayStart: '00:00',
    });
  });

  it('shows what the server refuses at its field', async () => {
    rememberSignIn();
    server.use(
      answer(list, []),
      answer('create-location', { field: 'timeZone' }, 400, 'must be an IANA name'),
    );
    renderApp('/admin-configuration/connect/upload');
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('Name of the restaurant'), 'Corner');
    await user.click(screen.getByRole('button', { name: 'Create Location' }));
    expect(await screen.findByText('Time zone must be an IANA name.')).toBeVisible();
  });
});
