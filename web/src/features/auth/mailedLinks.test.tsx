import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { read } from '@/lib/storage/storage';
import { rememberSignIn, renderApp } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const user = () => userEvent.setup();

/** Announces a call and records its requests. */
function recordingCall(call: string, status = 200, field?: string) {
  const sent: unknown[] = [];
  server.use(
    answer(
      call,
      (request) => {
        sent.push(request);
        return field === undefined ? null : { field };
      },
      status,
      field === undefined ? '' : 'is refused',
    ),
  );
  return sent;
}

const password = () => screen.findByLabelText('Password', { selector: 'input' });

describe('confirming an address', () => {
  it('removes the secret from the address and sends it on a tap', async () => {
    const sent = recordingCall('confirm-sign-up');
    const { router } = renderApp('/auth/confirm#t0ken');
    const button = await screen.findByRole('button', { name: 'Confirm Email' });
    await waitFor(() => expect(router.state.location.hash).toBe(''));
    await user().click(button);
    expect(await screen.findByText('Please enter your password.')).toBeVisible();
    expect(sent).toEqual([]);
    await user().type(await password(), 'till 7 opens at dawn');
    await user().click(button);
    expect(await screen.findByText('Your email is confirmed. Please sign in.')).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
    expect(sent).toEqual([{ token: 't0ken', password: 'till 7 opens at dawn' }]);
  });

  it('explains a used link, and a missing one', async () => {
    recordingCall('confirm-sign-up', 400, 'token');
    renderApp('/auth/confirm#old');
    await user().type(await password(), 'till 7 opens at dawn');
    await user().click(await screen.findByRole('button', { name: 'Confirm Email' }));
    expect(await screen.findByText(/This link has been used/)).toBeVisible();
  });

  it('shows that the password is not that of the sign-up', async () => {
    recordingCall('confirm-sign-up', 400, 'password');
    renderApp('/auth/confirm#t0ken');
    await user().type(await password(), 'the one of a stranger');
    await user().click(await screen.findByRole('button', { name: 'Confirm Email' }));
    expect(await screen.findByText(/not the password you chose/)).toBeVisible();
  });

  it('works during a session', async () => {
    rememberSignIn();
    renderApp('/auth/confirm#t0ken');
    expect(await screen.findByRole('button', { name: 'Confirm Email' })).toBeVisible();
  });
});

describe('a forgotten password', () => {
  it('gets the same answer for every address', async () => {
    const sent = recordingCall('forgot-password');
    renderApp('/auth/login');
    await user().click(await screen.findByRole('link', { name: 'Forgot password?' }));
    await screen.findByRole('heading', { name: 'Forgot your password?' });
    await user().type(screen.getByLabelText('Email'), ' Owner@Saffron.Example');
    await user().click(screen.getByRole('button', { name: 'Send Link' }));
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible();
    expect(screen.getByText(/If owner@saffron.example has an account/)).toBeVisible();
    expect(sent).toEqual([{ email: 'owner@saffron.example' }]);
  });

  it('is replaced, which ends the session of this browser too', async () => {
    rememberSignIn();
    const sent = recordingCall('reset-password');
    const { router } = renderApp('/auth/reset#t0ken');
    const field = await screen.findByLabelText('New password', { selector: 'input' });
    await waitFor(() => expect(router.state.location.hash).toBe(''));
    await user().type(field, 'long enough');
    await user().click(screen.getByRole('button', { name: 'Set Password' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
    expect(read('sessionID')).toBeNull();
    expect(sent).toEqual([{ token: 't0ken', password: 'long enough' }]);
  });

  it.each([
    ['token', /This link has been used, has expired/],
    ['password', 'New password is refused.'],
  ])('shows the problem of the %s', async (field, text) => {
    recordingCall('reset-password', 400, field);
    renderApp('/auth/reset#old');
    const input = await screen.findByLabelText('New password', { selector: 'input' });
    await user().type(input, 'long enough');
    await user().click(screen.getByRole('button', { name: 'Set Password' }));
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('needs ten characters', async () => {
    renderApp('/auth/reset#t0ken');
    const input = await screen.findByLabelText('New password', { selector: 'input' });
    await user().type(input, 'ninechars');
    await user().click(screen.getByRole('button', { name: 'Set Password' }));
    expect(await screen.findByText('Please enter at least 10 characters.')).toBeVisible();
  });
});
