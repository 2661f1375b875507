import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { api } from '@/api';
import { write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { campaign, outcome } from '@/testing/data/marketing';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { searchFor } from '@/testing/searchFor';
import { answer, server } from '@/testing/server';

const requests: Record<string, unknown>[] = [];
const changes: unknown[] = [];

const running = campaign('c-1', {
  state: 'sending',
  finishedAt: null,
  recipients: 100,
  sent: 40,
  failed: 1,
  unknown: 2,
  excluded: 7,
  waiting: 45,
  sending: 5,
  exclusions: [
    { exclusion: 'optedOut', count: 4 },
    { exclusion: 'tooMany', count: 3 },
  ],
  optedOut: 1,
});

async function open(path = '/email-marketing/campaigns/c-1') {
  const view = renderApp(path);
  await screen.findByRole('region', { name: 'Progress' });
  return view;
}

const progress = () => within(screen.getByRole('region', { name: 'Progress' }));
const counts = () =>
  progress()
    .getAllByRole('definition')
    .map((count) => count.textContent);

beforeEach(() => {
  requests.length = 0;
  changes.length = 0;
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [pizza]),
    answer('get-campaign', running),
    answer('get-campaign-outcomes', (request) => {
      requests.push(request);
      const rows = [
        outcome('c-1'),
        outcome('c-2', { outcome: 'failed', reason: 'The mailbox does not exist.' }),
        outcome('c-3', { outcome: 'excluded', exclusion: 'tooMany', at: null }),
        outcome('c-4', { optedOut: true }),
        outcome('c-5', { firstName: null, lastName: null, address: null }),
      ];
      const { outcome: wanted } = request;
      return {
        outcomeList: rows.filter((row) => wanted === undefined || row.outcome === wanted),
        nextCursor: null,
      };
    }),
  );
});

describe('a campaign', () => {
  it("opens on its channel's page, at the address's location", async () => {
    write('default_location', 'demo-tacos');
    server.use(
      answer(`get-restaurant-list/${testUser.sessionID}`, [pizza, tacos]),
      answer('get-campaign', ({ posID }) => ({ ...running, posID, channel: 'text' })),
    );
    const { router } = await open('/email-marketing/campaigns/c-1?posID=demo-pizza');
    await waitFor(() =>
      expect(router.state.location.pathname + router.state.location.search).toBe(
        '/text-marketing/campaigns/c-1',
      ),
    );
    await waitFor(() => expect(requests.map(({ posID }) => posID)).toEqual(['demo-pizza']));
  });

  it('shows counts that add up, with the reasons', async () => {
    await open();
    expect(progress().getByText('of 100 sent')).toBeVisible();
    expect(progress().getByText('Sending')).toBeVisible();
    expect(progress().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
    expect(counts()).toEqual(['40', '5', '45', '1', '2', '7', '100', '1']);
    expect(progress().getByText('Opted out: 4')).toBeVisible();
    expect(progress().getByText('Limit reached: 3')).toBeVisible();
    expect(progress().getByText('Sent by Olive Owner, Nov 21, 2026, 6:04 PM')).toBeVisible();
  });

  it('follows live events to the end', async () => {
    const { store } = await open();
    server.use(
      answer(
        'get-campaign',
        campaign('c-1', { recipients: 100, sent: 90, failed: 1, unknown: 2, excluded: 7 }),
      ),
    );
    // As after a live event of a campaign.
    store.dispatch(api.util.invalidateTags([{ type: 'Campaigns', id: 'demo-pizza' }]));
    expect(await progress().findByText('Finished')).toBeVisible();
    expect(counts()).toEqual(['90', '1', '2', '7', '100']);
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
  });

  it('is paused, resumed and stopped after a question each', async () => {
    const states = { pause: 'paused', resume: 'sending', stop: 'stopped' } as const;
    server.use(
      answer('update-campaign', (request) => {
        changes.push(request);
        const state = states[request.change as keyof typeof states];
        const now = { ...running, state };
        server.use(answer('get-campaign', now));
        return now;
      }),
    );
    await open();
    for (const [label, notice, state] of [
      ['Pause', 'Campaign paused.', 'Paused'],
      ['Resume', 'Campaign resumed.', 'Sending'],
      ['Stop', 'Campaign stopped.', 'Stopped'],
    ] as const) {
      await userEvent.click(await screen.findByRole('button', { name: label }));
      const dialog = within(await screen.findByRole('dialog'));
      await userEvent.dblClick(dialog.getByRole('button', { name: label }));
      expect(await screen.findByText(notice)).toBeVisible();
      expect(await progress().findByText(state)).toBeVisible();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    const { sessionID } = testUser;
    expect(changes).toEqual(
      ['pause', 'resume', 'stop'].map((change) => ({
        sessionID,
        posID: 'demo-pizza',
        campaignID: 'c-1',
        change,
      })),
    );
  });

  it('is paused with the name of the one of several locations', async () => {
    server.use(answer(`get-restaurant-list/${testUser.sessionID}`, [pizza, tacos]));
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Pause' }));
    const question = 'Pause this campaign at Saffron Pizza?';
    expect(await screen.findByRole('dialog', { name: question })).toBeVisible();
  });

  it('shows a failed change', async () => {
    server.use(answer('update-campaign', null, 409, 'It is over.'));
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/45 waiting recipients will not receive it/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
    expect(
      await screen.findByText('This campaign has changed. You now see its current state.'),
    ).toBeVisible();
  });

  it('shows the sales of a promo code', async () => {
    server.use(
      answer(
        'get-campaign',
        campaign('c-1', {
          kind: 'promoCode',
          promoCode: 'RAINY-20',
          discountPercentage: 20,
          result: {
            redemptions: 12,
            sales: 431.2,
            discount: 86.4,
            profit: 120.1,
            salesWithoutCost: 5,
          },
        }),
      ),
    );
    await open();
    const result = screen.getByRole('region', { name: 'Promo code results' });
    expect(result).toHaveTextContent(
      'Redemptions12Sales$431.20Discount$86.40Profit incomplete$120.10',
    );
    expect(screen.getByText('RAINY-20')).toBeVisible();
  });

  it('shows waiting texts, and the number of paid ones', async () => {
    server.use(
      answer('get-campaign', {
        ...running,
        channel: 'text',
        subject: null,
        quiet: 45,
        segments: 80,
      }),
    );
    await open('/text-marketing/campaigns/c-1');
    expect(
      progress().getByText("45 texts are held until morning, guests' local time."),
    ).toBeVisible();
    expect(progress().getByText('Text segments billed')).toBeVisible();
  });

  it('shows a failure', async () => {
    server.use(answer('get-campaign', null, 404));
    renderApp('/email-marketing/campaigns/c-1');
    expect(
      await screen.findByText("We couldn't find this campaign. Please try again."),
    ).toBeVisible();
  });
});

describe('recipients of a campaign', () => {
  const list = () => screen.findByRole('list', { name: 'Recipients' });
  const rows = async () =>
    within(await list())
      .getAllByRole('listitem')
      .map((row) => row.textContent);

  it('show each outcome', async () => {
    await open();
    expect(await rows()).toEqual([
      'Ana Lopez c-1c-1@example.comSent6:04 PM',
      'Ana Lopez c-2c-2@example.comThe mailbox does not exist.Failed6:04 PM',
      'Ana Lopez c-3c-3@example.comLimit reached',
      'Ana Lopez c-4c-4@example.comSent6:04 PM · opted out',
      'Erased guestSent6:04 PM',
    ]);
  });

  it('are filtered by outcome and found by words', async () => {
    const { router } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Failed 1' }));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(router.state.location.search).toBe('?outcome=failed');
    searchFor(screen.getByRole('searchbox'), 'lopez');
    const of = { sessionID: testUser.sessionID, posID: 'demo-pizza', campaignID: 'c-1', limit: 50 };
    await waitFor(() =>
      expect(requests.at(-1)).toEqual({ ...of, outcome: 'failed', search: 'lopez' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'All 100' }));
    await waitFor(() => expect(requests.at(-1)).toEqual({ ...of, search: 'lopez' }));
    expect(requests[0]).toEqual(of);
  });
});
