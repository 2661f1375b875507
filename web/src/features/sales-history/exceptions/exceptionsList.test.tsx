import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckSummary } from '@/api';
import { saveText } from '@/lib/files/saveText';
import { write } from '@/lib/storage/storage';
import { pizza } from '@/testing/data/fixtures';
import { checkSummary } from '@/testing/data/reportRows';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';
import { liveRegions } from '@/testing/spoken';

vi.mock('@/lib/files/saveText', () => ({ saveText: vi.fn() }));

const requests: Record<string, unknown>[] = [];
const filters = () => requests.map(({ onlyExceptions }) => onlyExceptions);

/** All checks of the day; narrowed, those with exceptions. */
function sales(checks: Partial<CheckSummary>[]) {
  server.use(
    answer('get-inside-sales', (request: Record<string, unknown>) => {
      requests.push(request);
      const wanted = (check: Partial<CheckSummary>) =>
        !request.onlyExceptions || check.exceptions?.length;
      return { checkReportList: checks.filter(wanted), nextCursor: null };
    }),
  );
}

const fine = checkSummary('c-1');
const overpaid = checkSummary('c-2', {
  outOfBalance: 88.2,
  exceptions: ['outOfBalance', 'otherDate'],
});

const chip = () => screen.findByRole('button', { name: 'Exceptions' });

beforeEach(() => {
  requests.length = 0;
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [{ ...pizza, businessDate: '2026-11-21' }]),
  );
});

describe('the exceptions among checks', () => {
  it('show alone by a tap, which the address keeps', async () => {
    sales([overpaid, fine]);
    const { router } = renderApp('/home/sales-history');
    await screen.findByRole('button', { name: /#c-1/ });
    await userEvent.click(await chip());
    expect(await chip()).toHaveAttribute('aria-pressed', 'true');
    expect(router.state.location.search).toBe('?exceptions=1');
    await waitFor(() => expect(screen.queryByRole('button', { name: /#c-1/ })).toBeNull());
    expect(screen.getByRole('button', { name: /#c-2/ })).toBeVisible();
    expect(screen.getByText('No more exceptions in these dates')).toBeVisible();
    await userEvent.click(await chip());
    expect(await screen.findByRole('button', { name: /#c-1/ })).toBeVisible();
    expect(router.state.location.search).toBe('');
    expect(filters().slice(0, 2)).toEqual([undefined, true]);
  });

  it('stay beside the other parts of the address', async () => {
    sales([overpaid, fine]);
    server.use(answer('get-check-item', null, 404));
    const { router } = renderApp(
      '/home/sales-history?from=2026-11-01&to=2026-11-20&q=visa&exceptions=1',
    );
    await userEvent.click(await screen.findByRole('button', { name: /#c-2/ }));
    expect(requests).toMatchObject([
      { startDate: '2026-11-01T00:00:00', search: 'visa', onlyExceptions: true },
    ]);
    expect(router.state.location.search).toContain('exceptions=1&check=demo-pizza%2Fc-2');
    await act(() => router.navigate(-1));
    expect(router.state.location.search).toMatch(/exceptions=1$/);
  });

  it('say what is wrong in the list of all checks', async () => {
    sales([overpaid, fine]);
    renderApp('/home/sales-history');
    const row = await screen.findByRole('button', { name: /#c-2/ });
    expect(row).toHaveAccessibleName(/Visa ?Paid \$88\.20 more than due ?Counts on another date/);
    expect(screen.getByRole('button', { name: /#c-1/ })).not.toHaveTextContent(/due|date/);
  });

  it('are none if every check adds up', async () => {
    sales([fine]);
    renderApp('/home/sales-history');
    await screen.findByRole('button', { name: /#c-1/ });
    const isSpoken = liveRegions();
    await userEvent.click(await chip());
    const notice = await screen.findByText('Every check adds up');
    expect(isSpoken(notice)).toBe(true);
    expect(screen.getByText(/^Checks show up here if their payments/)).toBeVisible();
  });

  it('are none if the search matches none', async () => {
    sales([fine]);
    renderApp('/home/sales-history?exceptions=1&q=visa');
    expect(await screen.findByText('No exceptions match your search.')).toBeVisible();
  });

  it('are alone in the file of the narrowed list', async () => {
    sales([overpaid]);
    renderApp('/home/sales-history?exceptions=1');
    await screen.findByRole('button', { name: /#c-2/ });
    const bodies: unknown[] = [];
    server.use(
      http.post('*/get-inside-sales', async ({ request }) => {
        bodies.push(await request.json());
        return new HttpResponse('Check\r\n', { headers: { 'Content-Type': 'text/csv' } });
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'List options' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Download CSV' }));
    await waitFor(() => expect(saveText).toHaveBeenCalled());
    expect(bodies).toMatchObject([{ posID: 'demo-pizza', onlyExceptions: true }]);
  });

  it('are none in an answer of an earlier version', async () => {
    const { exceptions, outOfBalance, ...kept } = fine;
    sales([kept]);
    renderApp('/home/sales-history');
    const row = await screen.findByRole('button', { name: /#c-1/ });
    expect(row).toHaveTextContent('2 covers · Table 7 · Ana · Visa');
  });
});
