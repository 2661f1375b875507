import { notifications } from '@mantine/notifications';
import { screen } from '@testing-library/react';
import { beforeEach } from 'vitest';
import type { Customer } from '@/api';
import { write } from '@/lib/storage/storage';
import { pizza, tacos } from './data/fixtures';
import { customer } from './data/guests';
import { excludes } from './data/marketing';
import { rememberSignIn, renderApp, testUser } from './renderApp';
import { answer, server } from './server';

/** Sets up each test: a session, one location, and a guest who may get offers. */
export function signedInWithAGuest(guest: Customer = customer('c-1')): void {
  beforeEach(() => {
    // Toasts outlive their page.
    notifications.clean();
    rememberSignIn();
    write('default_location', 'demo-pizza');
    server.use(
      answer(`get-restaurant-list/${testUser.sessionID}`, [
        { ...pizza, businessDate: '2026-11-21T00:00:00' },
      ]),
      answer('get-customers-list', { customerList: [guest], nextCursor: null }),
      answer('get-customer', { customer: guest, rewardList: [] }),
      answer('get-customer-points', { pointsList: [], nextCursor: null }),
      answer('get-customer-twins', { twinList: [], nextCursor: null }),
      excludes({ email: null, text: null }),
    );
  });
}

/** Links another location. */
export function linkAnother(): void {
  server.use(answer(`get-restaurant-list/${testUser.sessionID}`, [pizza, tacos]));
}

/** Opens the guest c-1, with the given fields. */
export async function openGuest(guest?: Customer): Promise<void> {
  if (guest) server.use(answer('get-customer', { customer: guest, rewardList: [] }));
  renderApp('/customers?guest=demo-pizza%2Fc-1');
  await screen.findByRole('button', { name: 'Send points' });
}
