import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Proof } from '@/api/connect';
import { connectionOf, proofOf } from '@/testing/data/connections';
import { pizza } from '@/testing/data/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const page = '/admin-configuration/connections/connection-1';

/** The 12th, of which a check did not come in. */
const off = proofOf(12, {
  state: 'differs',
  difference: -24.5,
  posChecks: 40,
  checks: 39,
  lines: [
    { figure: 'net', theirs: 1000, ours: 975.5, difference: -24.5 },
    { figure: 'tips', theirs: 80, ours: 80, difference: 0 },
  ],
  hours: [
    {
      startsAt: '2026-07-12T12:00:00',
      lines: [{ figure: 'net', theirs: 100, ours: 75.5, difference: -24.5 }],
    },
  ],
  differing: [
    {
      orderID: 'A1',
      posCheckID: null,
      lines: [{ figure: 'net', theirs: 30, ours: 0, difference: -30 }],
    },
    {
      orderID: 'B2',
      posCheckID: 'b2',
      lines: [{ figure: 'net', theirs: 10, ours: 15.5, difference: 5.5 }],
    },
  ],
  moreChecks: 1,
});

function days(proofList: Proof[]) {
  server.use(
    answer('get-connection', connectionOf()),
    answer('get-connected-days', { connectedDayList: [], nextCursor: null }),
    answer('get-proofs', { proofList, nextCursor: null }),
    answer('get-proof', ({ businessDate }) =>
      proofList.find((proof) => proof.businessDate === businessDate),
    ),
  );
}

beforeEach(() => {
  rememberSignIn();
  server.use(answer(`get-restaurant-list/${testUser.sessionID}`, [pizza]));
});

describe('the page of a connection', () => {
  it('says of the latest days whether they add up', async () => {
    days([proofOf(18, { state: 'notYet' }), proofOf(17, { state: 'settling' }), proofOf(13), off]);
    const { router } = renderApp(page);
    const card = within(await screen.findByRole('region', { name: 'Does it add up?' }));
    expect(card.getByText(/beside the totals that Square itself counted/)).toBeVisible();
    expect(card.getByText('Square has not counted all of this day yet.')).toBeVisible();
    expect(card.getByText('The same to the cent so far')).toBeVisible();
    expect(card.getByText('The same to the cent')).toBeVisible();
    expect(card.getByText('$24.50 less here')).toBeVisible();
    await userEvent.click(card.getByRole('link', { name: /^Sun, Jul 12/ }));
    expect(router.state.location.pathname).toBe(`${page}/days/2026-07-12`);
  });

  it('says where only payments are compared', async () => {
    days([proofOf(13, { independent: false, posChecks: null, checks: null })]);
    renderApp(page);
    expect(await screen.findByText(/^Square shares no totals of its own/)).toBeVisible();
  });

  it('has no such card before a day came in', async () => {
    days([]);
    renderApp(page);
    await screen.findByText('Square is connected');
    expect(screen.queryByRole('region', { name: 'Does it add up?' })).toBeNull();
  });
});

describe('the list of days', () => {
  it('shows each with its state', async () => {
    days([proofOf(13), off]);
    renderApp(`${page}/days`);
    expect(await screen.findByText('Adds up')).toBeVisible();
    expect(screen.getByText('Differs')).toBeVisible();
  });
});

describe('one day', () => {
  it('shows both sides, and the hours and checks that differ', async () => {
    days([off]);
    renderApp(`${page}/days/2026-07-12`);
    const figures = within(await screen.findByRole('region', { name: 'Figures of the day' }));
    expect(figures.getByText('$975.50')).toBeVisible();
    expect(figures.getByText('$1,000.00 at Square · $24.50 less here')).toBeVisible();
    expect(figures.getByText('The same at Square')).toBeVisible();
    expect(figures.getByText('40 at Square, 39 here')).toBeVisible();
    const hours = within(screen.getByRole('region', { name: 'Hours that differ' }));
    expect(hours.getByText('From 12:00 PM')).toBeVisible();
    expect(hours.getByText('Net sales: $24.50 less here')).toBeVisible();
    const checks = within(screen.getByRole('region', { name: 'Checks that differ' }));
    expect(checks.getByText('At Square, not here')).toBeVisible();
    expect(checks.getByText('Net sales: $30.00 less here')).toBeVisible();
    const link = checks.getByRole('link', { name: 'Check B2' });
    expect(link).toHaveAttribute('href', expect.stringContaining('check=demo-pizza%2Fb2'));
    expect(checks.getByText('1 more check differs.')).toBeVisible();
  });

  it('says until when it settles', async () => {
    days([proofOf(17, { state: 'settling' })]);
    renderApp(`${page}/days/2026-07-17`);
    expect(
      await screen.findByText('Late tips and orders may come until Jul 22, 2026, 4:00 AM.'),
    ).toBeVisible();
    expect(screen.queryByText('Gift cards sold')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Hours that differ' })).toBeNull();
  });

  it('that did not come in says so', async () => {
    days([]);
    server.use(answer('get-proof', null, 404));
    renderApp(`${page}/days/2026-01-01`);
    expect(
      await screen.findByText('The sales of this day did not come in by this connection.'),
    ).toBeVisible();
  });
});
