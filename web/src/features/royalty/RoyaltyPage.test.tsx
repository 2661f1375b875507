import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RewardPercent } from '@/api';
import { remove, write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const program: RewardPercent = {
  rewardPercent: 5,
  history: [
    { rewardPercent: 5, effectiveFrom: '2026-08-01T09:30:00', by: 'Olive Owner' },
    { rewardPercent: 2.5, effectiveFrom: '2026-01-01T10:00:00', by: 'Max Manager' },
  ],
  outstandingPoints: 48_230,
  outstandingDollars: 482.3,
  lastMonth: '2026-10',
  lastMonthEligible: 12_345,
  lastMonthChecks: 412,
  lastMonthCost: 617.25,
};
const sent: Record<string, unknown>[] = [];

beforeEach(() => {
  // Toasts outlive their page.
  sent.length = 0;
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [pizza, tacos]),
    answer('get-reward-percent', program),
  );
});

/** Types a percentage. */
async function type(typed: string) {
  const field = await screen.findByLabelText('Reward percent', { selector: 'input' });
  await userEvent.clear(field);
  await userEvent.type(field, typed);
  return field;
}

/** Chooses the other location. */
async function change() {
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  await userEvent.click(await screen.findByRole('button', { name: /Taco Corner/ }));
}

/** Types a percentage and asks to save it. */
async function save(typed: string) {
  const field = await type(typed);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  return field;
}

describe('/royalty-program', () => {
  it('asks for one of several locations', async () => {
    remove('default_location');
    renderApp('/royalty-program');
    expect(await screen.findByText('Please select location to proceed!')).toBeVisible();
  });

  it('shows the percentage, points, and earlier percentages', async () => {
    renderApp('/royalty-program');
    const now = within(await screen.findByRole('region', { name: 'Guests earn' }));
    expect(now.getByText('5%')).toBeVisible();
    expect(now.getByText('48,230 points')).toBeVisible();
    expect(now.getByText('$482.30')).toBeVisible();
    const history = within(screen.getByRole('region', { name: 'History' }));
    expect(history.getAllByRole('listitem').map((change) => change.textContent)).toEqual([
      '5%from Aug 1, 2026, 9:30 AMby Olive Owner',
      '2.5%from Jan 1, 2026, 10:00 AMby Max Manager',
    ]);
  });

  it('explains itself', async () => {
    renderApp('/royalty-program');
    await userEvent.click(
      await screen.findByRole('button', { name: 'What is the reward percent?' }),
    );
    expect(
      await screen.findByText(
        'User will receive mentioned reward points per $1.00 amount spent. 100 reward point is equivalent to $1.00',
      ),
    ).toBeVisible();
  });

  it('previews a typed percentage', async () => {
    renderApp('/royalty-program');
    const field = await screen.findByLabelText('Reward percent', { selector: 'input' });
    expect(
      screen.getByText('A guest who spends $20.00 earns 100 points, worth $1.00.'),
    ).toBeVisible();
    await userEvent.clear(field);
    await userEvent.type(field, '7.5');
    expect(
      screen.getByText('A guest who spends $20.00 earns 150 points, worth $1.50.'),
    ).toBeVisible();
    expect(screen.getByText(/\(\$12,345\.00\), this costs about \$925\.88\./)).toBeVisible();
  });

  it('saves after a question, once at a double tap', async () => {
    server.use(
      answer('update-reward-percent', (request) => {
        sent.push(request);
        return { ...program, rewardPercent: 7.5 };
      }),
    );
    renderApp('/royalty-program');
    await save('7.5');
    const question = within(
      await screen.findByRole('dialog', { name: 'Change 5% to 7.5% at Saffron Pizza?' }),
    );
    server.use(answer('get-reward-percent', { ...program, rewardPercent: 7.5 }));
    await userEvent.dblClick(question.getByRole('button', { name: 'Change' }));
    expect(await screen.findByText('Reward Percent Updated Successfully.')).toBeVisible();
    expect(sent).toEqual([
      { sessionID: testUser.sessionID, posID: 'demo-pizza', rewardPercent: 7.5 },
    ]);
    expect(await screen.findByText('7.5%')).toBeVisible();
  });

  it('takes 0 to 100 with two decimals, not the current one', async () => {
    renderApp('/royalty-program');
    for (const typed of ['100.01', '1.234', 'five']) {
      const field = await save(typed);
      expect(field).toHaveAccessibleDescription(/Please enter a number from 0 to 100/);
    }
    const field = await save('5.00');
    expect(field).toHaveAccessibleDescription(/The percent is already 5%/);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it("shows a failed save, at the server's field", async () => {
    server.use(
      answer(
        'update-reward-percent',
        { field: 'rewardPercent' },
        400,
        'must lie between 0 and 100',
      ),
    );
    renderApp('/royalty-program');
    const field = await save('50');
    const question = within(await screen.findByRole('dialog'));
    await userEvent.click(question.getByRole('button', { name: 'Change' }));
    expect(
      await screen.findByText('We are unable to update the reward percent. Please try again!'),
    ).toBeVisible();
    await waitFor(() =>
      expect(field).toHaveAccessibleDescription(/Reward percent must lie between 0 and 100\./),
    );
  });

  it('asks before another location drops a typed percentage', async () => {
    const { router } = renderApp('/royalty-program');
    const field = await type('7.5');
    await change();
    const question = () => screen.findByRole('dialog', { name: 'Discard your change?' });
    await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    expect(field).toHaveValue('7.5');
    await act(() => router.navigate('/more'));
    await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    expect(router.state.location.pathname).toBe('/royalty-program');
    expect(field).toHaveValue('7.5');
    await change();
    await userEvent.click(within(await question()).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(field).not.toBeInTheDocument());
    expect(await screen.findByLabelText('Reward percent', { selector: 'input' })).toHaveValue('5');
  });

  it('changes the location without a question if unchanged', async () => {
    let refetched = false;
    server.use(
      answer('update-reward-percent', () => ({ ...program, rewardPercent: 7.5 })),
      // The next answer may be stale for a moment.
      answer('get-reward-percent', () => {
        refetched = true;
        return program;
      }),
    );
    renderApp('/royalty-program');
    await save('7.5');
    const question = within(
      await screen.findByRole('dialog', { name: 'Change 5% to 7.5% at Saffron Pizza?' }),
    );
    refetched = false;
    await userEvent.click(question.getByRole('button', { name: 'Change' }));
    expect(await screen.findByText('Reward Percent Updated Successfully.')).toBeVisible();
    await waitFor(() => expect(refetched).toBe(true));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await change();
    expect(await screen.findByDisplayValue('5')).toBeVisible();
    await type('5.00');
    await userEvent.click(screen.getByRole('button', { name: 'Change' }));
    await userEvent.click(await screen.findByRole('button', { name: /Saffron Pizza/ }));
    expect(await screen.findByDisplayValue('5')).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Discard your change?' })).toBeNull();
  });

  it('shows a failure', async () => {
    server.use(answer('get-reward-percent', null, 500));
    renderApp('/royalty-program');
    expect(
      await screen.findByText('We encountered an error while fetching the list. Please try again!'),
    ).toBeVisible();
  });
});
