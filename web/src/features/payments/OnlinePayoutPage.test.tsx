import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { remove, write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { week } from '@/testing/data/payments';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const current = 'get-onlineorder-currentweek-payout';
const history = 'get-onlineorder-payout-history';

beforeEach(() => {
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(answer(`get-restaurant-list/${testUser.sessionID}`, [pizza, tacos]));
});

describe('/payout', () => {
  it('asks for one of several locations', async () => {
    remove('default_location');
    renderApp('/payout');
    expect(
      await screen.findByText('Please select location to fetch transactions/payouts.'),
    ).toBeVisible();
  });

  it('shows the running week, and earlier ones page after page', async () => {
    const requests: unknown[] = [];
    server.use(
      answer(current, (request) => {
        requests.push(request);
        return week();
      }),
      answer(history, (request) => {
        requests.push(request);
        const last = request.cursor !== undefined;
        return {
          payoutHistoryList: [
            week(
              last
                ? { paymentDate: '2026-11-11', orders: 1, amount: 9.68 }
                : { weekStart: '2026-11-09', weekEnd: '2026-11-15', paymentDate: '2026-11-18' },
            ),
          ],
          nextCursor: last ? null : 'p2',
        };
      }),
    );
    renderApp('/payout');
    await screen.findByText('Net, paid on Wednesday, November 25, 2026');
    const card = within(screen.getByRole('region', { name: 'This week' }));
    expect(card.getByText('$4,189.46')).toBeVisible();
    expect(card.getByText('Nov 16 – Nov 22')).toBeVisible();
    expect(card.getByText('Gross').closest('dl')).toHaveTextContent(
      'Gross$4,312.50Fees-$123.04Checks132',
    );
    const list = within(await screen.findByRole('list', { name: 'History' }));
    await list.findByText('1 check');
    expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'Nov 18, 2026Nov 9 – Nov 15$4,189.46132 checks',
      'Nov 11, 2026Nov 16 – Nov 22$9.681 check',
    ]);
    const of = { sessionID: testUser.sessionID, posID: 'demo-pizza' };
    expect(requests).toContainEqual(of);
    expect(requests).toContainEqual({ ...of, limit: 50 });
    expect(requests).toContainEqual({ ...of, limit: 50, cursor: 'p2' });
  });

  it('shows a message without payouts', async () => {
    server.use(
      answer(current, week({ orders: 0, grossPayment: 0, fee: 0, amount: 0 })),
      answer(history, { payoutHistoryList: [], nextCursor: null }),
    );
    renderApp('/payout');
    expect(await screen.findByText('Currently, there are no payout details.')).toBeVisible();
    expect(await screen.findByText('Currently, there are no payouts history.')).toBeVisible();
  });

  it('shows failures', async () => {
    server.use(answer(current, null, 500), answer(history, null, 500));
    renderApp('/payout');
    expect(
      await screen.findAllByText(
        'We encountered an error while fetching the list. Please try again!',
      ),
    ).toHaveLength(2);
  });
});
