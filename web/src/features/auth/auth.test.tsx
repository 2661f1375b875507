import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { read } from '@/lib/storage/storage';
import { renderApp } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const profile = {
  email: 'owner@saffron.example',
  firstName: 'Olive',
  lastName: 'Owner',
  profileDescription: null,
  profileImage: null,
  sessionGuid: 'handle-9',
  uniqueCode: 'SAF-9',
};

async function fill(values: Record<string, string>) {
  const user = userEvent.setup();
  for (const [label, value] of Object.entries(values)) {
    await user.type(await screen.findByLabelText(label, { selector: 'input' }), value);
  }
  return user;
}

describe('login', () => {
  it('stores user and session and returns to the wanted page', async () => {
    let sent: unknown;
    server.use(
      answer('login', (request) => {
        sent = request;
        return profile;
      }),
    );
    const { router } = renderApp('/auth/login?returnUrl=%2Fprofile');
    const user = await fill({ Email: '  Owner@Saffron.Example ', Password: 'saffron-demo' });
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByText('Successfully Logged In!')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/profile');
    expect(sent).toEqual({
      username: 'owner@saffron.example',
      password: 'saffron-demo',
      rememberMe: true,
    });
    const { sessionGuid, ...person } = profile;
    expect(read('sessionID')).toBe('handle-9');
    expect(read('user')).toEqual({ ...person, sessionID: sessionGuid });
    expect(read('userName')).toBe('owner@saffron.example');
  });

  it("ends with the browser without 'remember me'", async () => {
    server.use(answer('login', profile));
    renderApp('/auth/login?returnUrl=%2Fprofile');
    const user = await fill({ Email: profile.email, Password: 'saffron-demo' });
    await user.click(screen.getByRole('checkbox', { name: /Remember me/ }));
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await screen.findByRole('heading', { name: 'Profile' });
    expect(localStorage.getItem('sessionID')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
    expect(localStorage.getItem('userName')).toBeNull();
    expect(sessionStorage.getItem('sessionID')).toBe('"handle-9"');
  });

  it.each([
    [401, 'Email or Password is incorrect!'],
    [500, "We couldn't sign you in. Please try again."],
  ])('explains status %i and stays', async (status, message) => {
    server.use(answer('login', null, status));
    const { router } = renderApp('/auth/login');
    const user = await fill({ Email: profile.email, Password: 'wrong' });
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(router.state.location.pathname).toBe('/auth/login');
    expect(screen.queryByText(/session has been expired/)).toBeNull();
  });

  it('shows the error of a field only once it was touched', async () => {
    renderApp('/auth/login');
    const user = await fill({ Email: 'incomplete' });
    expect(screen.queryByText('Please enter a valid email.')).toBeNull();
    await user.tab();
    expect(await screen.findByText('Please enter a valid email.')).toBeVisible();
    expect(screen.queryByText('Please enter your password.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByText('Please enter your password.')).toBeVisible();
  });
});

describe('sign-up', () => {
  const person = {
    'First name': ' Olive ',
    'Last name': 'Owner',
    Email: 'Olive@Saffron.Example',
    Phone: '1 (212) 555-0123',
    Password: 'long enough',
  };

  it('sends the form and leads to login', async () => {
    let sent: unknown;
    server.use(
      answer('signup', (request) => {
        sent = request;
        return null;
      }),
    );
    const { router } = renderApp('/auth/register');
    const user = await fill(person);
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    expect(await screen.findByText('Successfully Signed Up! Please Login')).toBeVisible();
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'));
    expect(sent).toEqual({
      firstName: 'Olive',
      lastName: 'Owner',
      email: 'olive@saffron.example',
      phone: '2125550123',
      password: 'long enough',
    });
  });

  it("shows the server's message at its field", async () => {
    server.use(answer('signup', { field: 'password' }, 400, 'Choose a less common password.'));
    renderApp('/auth/register');
    const user = await fill(person);
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    expect(await screen.findByText('Choose a less common password.')).toBeVisible();
    expect(screen.getByLabelText('Password', { selector: 'input' })).toBeInvalid();
  });

  it('shows a failure', async () => {
    server.use(answer('signup', null, 500));
    renderApp('/auth/register');
    const user = await fill(person);
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    expect(
      await screen.findByText('We are unable to process your signup now. Please try again!'),
    ).toBeVisible();
  });

  it('refuses a short password and an invalid phone number', async () => {
    renderApp('/auth/register');
    const user = await fill({ ...person, Phone: '12', Password: 'ninechars' });
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    expect(await screen.findByText('Please enter a valid phone number.')).toBeVisible();
    expect(screen.getByText('Please enter at least 10 characters.')).toBeVisible();
  });
});
