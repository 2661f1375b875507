import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { remove, write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { campaign, outcome } from '@/testing/data/marketing';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const requests: unknown[] = [];

beforeEach(() => {
  requests.length = 0;
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [pizza, tacos]),
    answer('get-campaigns', (request) => {
      requests.push(request);
      return {
        campaignList: [
          campaign('c-2', {
            state: 'sending',
            kind: 'promoCode',
            promoCode: 'RAINY-20',
            recipients: 20_000,
            sent: 8_000,
            failed: 0,
            excluded: 0,
            waiting: 12_000,
            result: { redemptions: 3, sales: 60, discount: 12, profit: 20, salesWithoutCost: 0 },
          }),
          campaign('c-1'),
        ],
        nextCursor: null,
      };
    }),
  );
});

describe('/email-marketing and /text-marketing', () => {
  it('asks for one of several locations', async () => {
    remove('default_location');
    renderApp('/email-marketing');
    expect(await screen.findByText('Please select location to proceed!')).toBeVisible();
    expect(requests).toEqual([]);
  });

  it.each([
    ['email', 'Email Marketing'],
    ['text', 'Text Marketing'],
  ])('offers three kinds of %s', async (channel, title) => {
    renderApp(`/${channel}-marketing`);
    expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeVisible();
    const kinds = within(await screen.findByRole('navigation', { name: 'New campaign' }));
    expect(kinds.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      `/${channel}-marketing/basic-${channel}-marketing`,
      `/${channel}-marketing/promotion-${channel}-marketing`,
      `/${channel}-marketing/promo-code-${channel}-marketing`,
    ]);
    await screen.findByRole('list', { name: 'Campaigns' });
    const { sessionID } = testUser;
    expect(requests).toEqual([{ sessionID, posID: 'demo-pizza', channel, limit: 50 }]);
  });

  it('lists campaigns with their state, and opens one', async () => {
    server.use(
      answer('get-campaign', campaign('c-1')),
      answer('get-campaign-outcomes', { outcomeList: [outcome('x')], nextCursor: null }),
    );
    const { router } = renderApp('/email-marketing');
    const list = within(await screen.findByRole('list', { name: 'Campaigns' }));
    const [running, over] = list.getAllByRole('button');
    expect(running).toHaveTextContent('Sending');
    expect(running).toHaveTextContent('8,000 of 20,000');
    expect(running).toHaveTextContent('RAINY-20 · Nov 21, 20263 redeemed');
    expect(over).toHaveTextContent('Message · Nov 21, 20261 failed · 2 excluded7 sent');
    expect(over).not.toHaveTextContent('Finished');
    if (over) await userEvent.click(over);
    expect(await screen.findByRole('region', { name: 'Progress' })).toBeVisible();
    await screen.findByRole('list', { name: 'Recipients' });
    expect(router.state.location.pathname).toBe('/email-marketing/campaigns/c-1');
  });

  it('shows the next step without campaigns', async () => {
    server.use(answer('get-campaigns', { campaignList: [], nextCursor: null }));
    renderApp('/text-marketing');
    expect(await screen.findByText('You have not sent any campaigns yet.')).toBeVisible();
  });

  it('shows a failure', async () => {
    server.use(answer('get-campaigns', null, 500));
    renderApp('/text-marketing');
    expect(
      await screen.findByText('We encountered an error while fetching the list. Please try again!'),
    ).toBeVisible();
  });
});
