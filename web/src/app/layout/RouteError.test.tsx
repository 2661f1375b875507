import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { pizza } from '@/testing/data/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

vi.mock('@/features/more/MorePage', () => ({
  Component: () => {
    throw new Error('a defect');
  },
}));

it('keeps the tab bar around a page that failed, and names the support contact', async () => {
  rememberSignIn();
  const supportContact = { email: 'help@saffron.example', phone: '+12125550123' };
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [pizza]),
    http.get('*/config/v1/app', () =>
      HttpResponse.json({ environment: 'test', version: '1', supportContact, features: {} }),
    ),
  );
  vi.spyOn(console, 'error').mockReturnValue();
  renderApp('/more');
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText(/Contact Support for assistance\./)).toBeVisible();
  const mail = await alert.findByRole('link', { name: 'help@saffron.example' });
  expect(mail).toHaveAttribute('href', 'mailto:help@saffron.example');
  expect(alert.getByRole('link', { name: '+12125550123' })).toBeVisible();
  const bar = screen.getByRole('navigation', { name: 'Main' });
  expect(within(bar).getByRole('link', { name: 'Home' })).toBeVisible();
  expect(screen.getAllByRole('main')).toHaveLength(1);
});
