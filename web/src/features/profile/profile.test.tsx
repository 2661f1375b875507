import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { read } from '@/lib/storage/storage';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const { sessionID, ...profile } = testUser;
const user = () => userEvent.setup();

beforeEach(() => {
  rememberSignIn();
  // Every page loads the list of locations.
  server.use(answer(`get-restaurant-list/${sessionID}`, []));
});

describe('the profile', () => {
  it('shows the support code and links to the forms', async () => {
    renderApp('/profile');
    expect(await screen.findByText('SAF-1234')).toBeVisible();
    for (const [name, to] of [
      [/Edit Profile/, '/profile/edit'],
      [/Change Password/, '/profile/password'],
      [/Signed-in Devices/, '/profile/sessions'],
    ] as const) {
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', to);
    }
  });

  it('is edited, also in storage', async () => {
    const sent: unknown[] = [];
    server.use(
      answer('get-profile', profile),
      answer('update-profile', (request) => {
        sent.push(request);
        return { ...profile, firstName: 'Olivia', profileDescription: 'Runs the oven.' };
      }),
    );
    const { router } = renderApp('/profile/edit');
    const name = await screen.findByLabelText('First name');
    await user().clear(name);
    await user().type(name, ' Olivia ');
    await user().type(screen.getByLabelText('About you'), 'Runs the oven.');
    await user().click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Profile updated.')).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
    // Not the field of the page before, whose text is the same.
    expect(await screen.findByText('Runs the oven.', { selector: 'p' })).toBeVisible();
    expect(sent).toEqual([
      { sessionID, firstName: 'Olivia', lastName: 'Owner', profileDescription: 'Runs the oven.' },
    ]);
    expect(read('user')).toMatchObject({ firstName: 'Olivia', sessionID });
  });

  it('removes its picture at once', async () => {
    const shown = { ...profile, profileImage: '/images/v1/people/a.jpg' };
    let removed = false;
    server.use(
      answer('get-profile', () => (removed ? profile : shown)),
      answer('remove-profile-image', () => {
        removed = true;
        return profile;
      }),
    );
    renderApp('/profile/edit');
    await user().click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Your picture was removed.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull());
  });
});

describe('changing the password', () => {
  async function change() {
    renderApp('/profile/password');
    const old = await screen.findByLabelText('Current password', { selector: 'input' });
    await user().type(old, 'the old one');
    await user().type(screen.getByLabelText('New password', { selector: 'input' }), 'long enough');
    await user().click(screen.getByRole('button', { name: 'Change Password' }));
  }

  it('keeps this device', async () => {
    const sent: unknown[] = [];
    server.use(
      answer('change-password', (request) => {
        sent.push(request);
        return null;
      }),
    );
    await change();
    expect(await screen.findByText('Your password was changed.')).toBeVisible();
    expect(sent).toEqual([{ sessionID, oldPassword: 'the old one', newPassword: 'long enough' }]);
    expect(read('sessionID')).toBe(sessionID);
  });

  it.each([
    ['oldPassword', 'This is not your current password.'],
    ['newPassword', 'This password is too easy to guess. Please choose another one.'],
  ])('shows the problem of %s', async (field, text) => {
    server.use(
      answer(
        'change-password',
        { field },
        400,
        'This password is too easy to guess. Please choose another one.',
      ),
    );
    await change();
    expect(await screen.findByText(text)).toBeVisible();
  });
});

describe('the sessions of a person', () => {
  const own = {
    handle: 'own',
    device: 'Chrome on Android',
    startedAt: '2026-11-01T10:00:00Z',
    lastSeenAt: '2026-11-21T10:00:00Z',
    current: true,
  };
  const till = { ...own, handle: 'till', device: null, current: false };

  it('end one by one, or together, after a question', async () => {
    let sessionList = [own, till, { ...till, handle: 'mac', device: 'Safari on Mac' }];
    const sent: unknown[] = [];
    server.use(
      answer('get-sessions', () => ({ sessionList })),
      answer('end-session', (request) => {
        sent.push(request);
        sessionList = sessionList.filter(({ handle }) => handle !== request.handle);
        return null;
      }),
      answer('end-other-sessions', () => {
        sessionList = [own];
        return null;
      }),
    );
    renderApp('/profile/sessions');
    expect(await screen.findByText('This device')).toBeVisible();
    await user().click(screen.getByRole('button', { name: 'Sign out Unknown device' }));
    const dialog = await screen.findByRole('dialog');
    await user().click(within(dialog).getByRole('button', { name: 'Sign Out' }));
    await waitFor(() => expect(screen.queryByText('Unknown device')).toBeNull());
    expect(sent).toEqual([{ sessionID, handle: 'till' }]);
    await user().click(screen.getByRole('button', { name: 'Sign Out Others' }));
    const again = await screen.findByRole('dialog');
    await user().click(within(again).getByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByText('You are not signed in on any other device.')).toBeVisible();
  });

  it('show a failure, and load again by a tap', async () => {
    server.use(answer('get-sessions', null, 500));
    renderApp('/profile/sessions');
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    server.use(answer('get-sessions', { sessionList: [own] }));
    await user().click(retry);
    expect(await screen.findByText('Chrome on Android')).toBeVisible();
  });
});
