import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { pizza, sample, tacos } from '@/testing/data/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';
import { websiteUrl } from './websiteUrl';

/** The server's list, which the calls change. */
let linked = [pizza];

beforeEach(() => {
  linked = [pizza];
  rememberSignIn();
  server.use(answer(`get-restaurant-list/${testUser.sessionID}`, () => linked));
});

describe('restaurant locations', () => {
  it('lists each location with its attributes', async () => {
    renderApp('/home/restaurant-location');
    const card = within(await screen.findByRole('article'));
    for (const text of ['Saffron Pizza', 'demo-pizza', 'America/New York', '(212) 555-0123']) {
      expect(card.getByText(text)).toBeVisible();
    }
    expect(card.getByRole('link', { name: 'https://pizza.example' })).toHaveAttribute(
      'href',
      'https://pizza.example/',
    );
  });

  it('offers no code and no unlinking of a sample', async () => {
    linked = [sample];
    renderApp('/home/restaurant-location');
    const card = within(await screen.findByRole('article'));
    expect(card.getByText('Sample restaurant')).toBeVisible();
    expect(card.queryByRole('button')).toBeNull();
  });

  it('links another', async () => {
    let sent: unknown;
    server.use(
      answer('link-restaurant', (request) => {
        sent = request;
        linked = [pizza, tacos];
        return tacos;
      }),
    );
    renderApp('/home/restaurant-location');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Link Another Location' }));
    const sheet = within(await screen.findByRole('dialog'));
    await user.type(sheet.getByLabelText('Location ID'), 'demo-tacos');
    await user.type(sheet.getByLabelText('Link code'), 'K7Q2M 9XWPA');
    await user.click(sheet.getByRole('button', { name: 'Link Location' }));
    expect(await screen.findByText('Location linked.')).toBeVisible();
    expect(await screen.findByText('Taco Corner')).toBeVisible();
    expect(sent).toEqual({ sessionID: 'handle-1', posID: 'demo-tacos', linkCode: 'K7Q2M9XWPA' });
  });

  it('shows the problem of a code', async () => {
    server.use(answer('link-restaurant', null, 403, 'No such code.'));
    renderApp('/home/restaurant-location');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Link Another Location' }));
    const sheet = within(await screen.findByRole('dialog'));
    await user.type(sheet.getByLabelText('Location ID'), 'demo tacos');
    await user.type(sheet.getByLabelText('Link code'), 'short');
    await user.click(sheet.getByRole('button', { name: 'Link Location' }));
    expect(sheet.getByText(/Please use only letters, digits/)).toBeVisible();
    expect(sheet.getByText(/Please enter all 10 characters/)).toBeVisible();
    await user.clear(sheet.getByLabelText('Location ID'));
    await user.type(sheet.getByLabelText('Location ID'), 'demo-tacos');
    await user.type(sheet.getByLabelText('Link code'), '12345');
    await user.click(sheet.getByRole('button', { name: 'Link Location' }));
    expect(
      await sheet.findByText('Location ID or link code is incorrect. Please check both.'),
    ).toBeVisible();
  });

  it('makes one code for a manager', async () => {
    let made = 0;
    server.use(
      answer('create-link-code', () => {
        made += 1;
        return { posID: pizza.posID, linkCode: 'K7Q2M9XWPA', expiresAt: '2026-07-25T14:30:00' };
      }),
    );
    renderApp('/home/restaurant-location');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Create Link Code' }));
    const sheet = within(await screen.findByRole('dialog'));
    expect(await sheet.findByText('K7Q2M9XWPA')).toBeVisible();
    expect(sheet.getByText('Saturday, July 25, 2026, 2:30 PM')).toBeVisible();
    await user.click(sheet.getByRole('button', { name: 'Copy K7Q2M9XWPA' }));
    expect(await navigator.clipboard.readText()).toBe('K7Q2M9XWPA');
    expect(made).toBe(1);
  });

  it('names the one of several locations whose code is made', async () => {
    linked = [pizza, tacos];
    server.use(answer('create-link-code', null, 429));
    renderApp('/home/restaurant-location');
    const [, ofTacos] = await screen.findAllByRole('button', { name: 'Create Link Code' });
    await userEvent.click(ofTacos as HTMLElement);
    const title = 'Link code for a manager at Taco Corner';
    const sheet = within(await screen.findByRole('dialog', { name: title }));
    expect(await sheet.findByText(/^Too many requests/)).toBeVisible();
  });

  it('unlinks after a confirmation, and asks for a new link', async () => {
    let sent: unknown;
    server.use(
      answer('unlink-restaurant', (request) => {
        sent = request;
        linked = [];
        return null;
      }),
    );
    const { router } = renderApp('/home/restaurant-location');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Unlink Saffron Pizza' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Saffron Pizza' }));
    expect(sent).toBeUndefined();
    await user.click(dialog.getByRole('button', { name: 'Unlink' }));
    expect(await screen.findByText('Location unlinked.')).toBeVisible();
    expect(sent).toEqual({ sessionID: 'handle-1', posID: 'demo-pizza' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/link-restaurant'));
  });
});

describe('website', () => {
  it('opens web addresses only', () => {
    expect(websiteUrl('pizza.example')).toBe('https://pizza.example/');
    expect(websiteUrl('http://pizza.example/menu')).toBe('http://pizza.example/menu');
    expect(websiteUrl('javascript:alert(1)')).toBeNull();
    expect(websiteUrl('')).toBeNull();
    expect(websiteUrl(null)).toBeNull();
  });
});
