import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { remove, write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { notificationRules } from '@/testing/data/inbox';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

const path = '/admin-configuration/notification-rules';
const sent: Record<string, unknown>[] = [];
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

beforeEach(() => {
  sent.length = 0;
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [pizza, tacos]),
    answer('get-notification-rules', ({ posID }) => notificationRules({ posID: String(posID) })),
    answer('update-notification-rules', (request) => {
      sent.push(request);
      return notificationRules({ digestEmail: request.digestEmail === true });
    }),
  );
});

describe('notification rules', () => {
  it('are of one location', async () => {
    remove('default_location');
    renderApp(path);
    expect(await screen.findByText(/^Please select a location to set/)).toBeVisible();
  });

  it('are saved together, and are not unsaved then', async () => {
    const { router } = renderApp(path);
    const title = 'Notification Rules at Saffron Pizza';
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    fireEvent.change(await screen.findByLabelText('Large refund, minimum'), {
      target: { value: '75.5' },
    });
    await userEvent.click(screen.getByLabelText('Also by email'));
    await userEvent.click(screen.getByLabelText('Push for Payout failed'));
    await userEvent.click(screen.getByRole('switch', { name: /Out of stock/ }));
    expect(screen.queryByLabelText('Push for Out of stock')).toBeNull();
    await save();
    expect(await screen.findByText('Notification rules saved.')).toBeVisible();
    expect(sent).toEqual([
      expect.objectContaining({
        posID: 'demo-pizza',
        digestEmail: true,
        rules: expect.arrayContaining([
          { kind: 'largeRefund', enabled: true, push: true, threshold: 75.5 },
          { kind: 'payoutFailed', enabled: true, push: false },
          { kind: 'itemRanOut', enabled: false, push: true },
        ]),
      }),
    ]);
    await router.navigate('/more');
    expect(router.state.location.pathname).toBe('/more');
  });

  it('show problems at their field', async () => {
    renderApp(path);
    const field = await screen.findByLabelText('High labor, minimum');
    fireEvent.change(field, { target: { value: '35.55' } });
    await save();
    expect(
      await screen.findByText('Please enter a percentage between 1 and 500, such as 35.5.'),
    ).toBeVisible();
    expect(field).toHaveFocus();
    expect(sent).toEqual([]);
    const index = notificationRules().rules.findIndex(({ kind }) => kind === 'largeVoid');
    const refusal = { field: `rules[${index}].threshold` };
    server.use(answer('update-notification-rules', refusal, 400, 'must be less'));
    fireEvent.change(field, { target: { value: '36' } });
    await save();
    await waitFor(() =>
      expect(screen.getByLabelText('Large void, minimum')).toHaveAccessibleDescription(
        'Minimum amount must be less.',
      ),
    );
  });

  it('stay as typed if saving failed', async () => {
    server.use(answer('update-notification-rules', null, 409));
    renderApp(path);
    const until = await screen.findByLabelText('Until');
    fireEvent.change(until, { target: { value: '06:45' } });
    await save();
    expect(await screen.findByText("We couldn't save your rules. Please try again.")).toBeVisible();
    expect(until).toHaveValue('06:45');
  });
});
