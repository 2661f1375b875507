import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { customer, offeredItem, reward } from '@/testing/data/guests';
import { linkAnother, openGuest, signedInWithAGuest } from '@/testing/guestsPage';
import { testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';

type Sent = Record<string, unknown>;
const sent: Sent[] = [];
const ana = customer('c-1');

/** Answers a call and records its requests. */
function recordingCall(
  call: string,
  status = 200,
  notified = { notified: true, exclusion: null as string | null },
) {
  return answer(
    call,
    (request) => {
      sent.push(request);
      return { customer: ana, reward: reward('r-1'), ...notified };
    },
    status,
  );
}

async function openPoints() {
  await openGuest();
  await userEvent.click(screen.getByRole('button', { name: 'Send points' }));
  return within(await screen.findByRole('dialog', { name: 'Points for Ana Lopez' }));
}

const yes = () => screen.getByRole('button', { name: 'Send' });

signedInWithAGuest(ana);
beforeEach(() => {
  sent.length = 0;
});

describe('sending points', () => {
  it('asks first, and sends one reward at a double tap', async () => {
    server.use(recordingCall('send-reward-point'));
    const sheet = await openPoints();
    await userEvent.type(sheet.getByLabelText('Points'), '500');
    expect(sheet.getByText('Worth $5.00')).toBeVisible();
    await userEvent.type(sheet.getByLabelText('Message'), ' Thank you! ');
    expect(sheet.getByText('12 of 150')).toBeVisible();
    await userEvent.click(sheet.getByRole('button', { name: 'Send points' }));
    expect(
      await screen.findByRole('dialog', { name: 'Send 500 points ($5.00) to Ana Lopez?' }),
    ).toBeVisible();
    await userEvent.dblClick(yes());
    expect(await screen.findByText('Reward Point sent successfully.')).toBeVisible();
    expect(sent).toEqual([
      {
        sessionID: testUser.sessionID,
        posID: 'demo-pizza',
        posCustomerID: 'c-1',
        email: 'ana@example.com',
        cellPhoneNumber: '2125550123',
        rewardPoint: 500,
        rewardMessage: 'Thank you!',
        userInformationID: 0,
        validUntil: '2026-12-21T23:59:59',
        idempotencyKey: expect.stringMatching(/^[\da-f-]{32,36}$/),
      },
    ]);
    await waitFor(() => expect(screen.queryByLabelText('Points')).toBeNull());
  });

  it('names the one of several locations, and that there were too many calls', async () => {
    linkAnother();
    server.use(answer('send-reward-point', null, 429, 'slow down'));
    const sheet = await openPoints();
    await userEvent.type(sheet.getByLabelText('Points'), '500');
    await userEvent.click(sheet.getByRole('button', { name: 'Send points' }));
    const question = 'Send 500 points ($5.00) to Ana Lopez at Saffron Pizza?';
    expect(await screen.findByRole('dialog', { name: question })).toBeVisible();
    await userEvent.click(yes());
    expect(await screen.findByText(/^Too many requests\./)).toBeVisible();
    expect(screen.queryByText('slow down')).toBeNull();
    expect(screen.queryByText('We are unable to send reward point.')).toBeNull();
  });

  it('shows why the guest gets no message', async () => {
    const notified = { notified: false, exclusion: 'noConsent' };
    server.use(recordingCall('send-reward-point', 200, notified));
    const sheet = await openPoints();
    await userEvent.type(sheet.getByLabelText('Points'), '500');
    await userEvent.click(sheet.getByRole('button', { name: 'Send points' }));
    await userEvent.click(yes());
    expect(await screen.findByText('Reward Point sent successfully.')).toBeVisible();
    expect(await screen.findByText(/^No consent is on file/)).toBeVisible();
  });

  it('shows problems before the question', async () => {
    const sheet = await openPoints();
    await userEvent.type(sheet.getByLabelText('Points'), '100001');
    await userEvent.click(sheet.getByRole('button', { name: 'Send points' }));
    expect(sheet.getByText('Please enter a whole number from 1 to 100,000.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  });

  it('retries with the same key', async () => {
    const sheet = await openPoints();
    await userEvent.type(sheet.getByLabelText('Points'), '500');
    for (const status of [500, 200]) {
      server.use(recordingCall('send-reward-point', status));
      await userEvent.click(sheet.getByRole('button', { name: 'Send points' }));
      await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Send' })).toBeNull());
    }
    expect(await screen.findByText('We are unable to send reward point.')).toBeInTheDocument();
    expect(await screen.findByText('Reward Point sent successfully.')).toBeVisible();
    expect(sent).toHaveLength(2);
    expect(sent[0]?.idempotencyKey).toBe(sent[1]?.idempotencyKey);
  });

  it('takes a new key after an earlier try succeeded', async () => {
    const sheet = await openPoints();
    await userEvent.type(sheet.getByLabelText('Points'), '500');
    for (const status of [409, 200]) {
      server.use(recordingCall('send-reward-point', status));
      await userEvent.click(sheet.getByRole('button', { name: 'Send points' }));
      await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Send' })).toBeNull());
      if (status === 409) {
        expect(await sheet.findByText(/An earlier attempt went through/)).toBeVisible();
      }
    }
    expect(sent[0]?.idempotencyKey).not.toBe(sent[1]?.idempotencyKey);
  });

  it('shows a refusal at its field', async () => {
    server.use(
      answer('send-reward-point', { field: 'validUntil' }, 400, 'must not be before today'),
    );
    const sheet = await openPoints();
    await userEvent.type(sheet.getByLabelText('Points'), '500');
    await userEvent.click(sheet.getByRole('button', { name: 'Send points' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
    expect(await screen.findByText('We are unable to send reward point.')).toBeVisible();
    expect(sheet.getByLabelText('Valid until')).toHaveAccessibleDescription(
      /Valid until must not be before today\./,
    );
  });

  it('sends a reward without an end for an empty date', async () => {
    server.use(recordingCall('send-reward-point'));
    const sheet = await openPoints();
    await userEvent.type(sheet.getByLabelText('Points'), '1');
    await userEvent.clear(sheet.getByLabelText('Valid until'));
    await userEvent.click(sheet.getByRole('button', { name: 'Send points' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
    await screen.findByText('Reward Point sent successfully.');
    expect(sent[0]?.validUntil).toBeNull();
  });

  it('closes only the question with Escape', async () => {
    const sheet = await openPoints();
    await userEvent.type(sheet.getByLabelText('Points'), '500');
    await userEvent.click(sheet.getByRole('button', { name: 'Send points' }));
    await screen.findByRole('button', { name: 'Send' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Send' })).toBeNull());
    expect(sheet.getByLabelText('Points')).toHaveValue('500');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByLabelText('Points')).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Ana Lopez' })).toBeVisible();
  });
});

describe('sending items', () => {
  const red = offeredItem('w', { displayName: 'House red', price: 24, estimatedCost: 8 });
  const cake = offeredItem('t', { displayName: 'Tiramisu', price: 7.5, estimatedCost: null });

  async function choose(...names: string[]) {
    await openGuest();
    await userEvent.click(screen.getByRole('button', { name: 'Send item' }));
    const picker = within(await screen.findByRole('dialog', { name: 'Select Item' }));
    for (const name of names) {
      await userEvent.click(await picker.findByRole('button', { name: new RegExp(`^${name}`) }));
    }
    return picker;
  }

  async function send() {
    await userEvent.click(screen.getByRole('button', { name: 'Send items' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
  }

  beforeEach(() => {
    server.use(answer('get-items-list', { itemList: [red, cake], nextCursor: null }));
  });

  it('sends each chosen item once, with a key of its own', async () => {
    server.use(recordingCall('send-reward-item'));
    const picker = await choose('House red', 'Tiramisu');
    expect(picker.getByText('$31.50')).toBeVisible();
    expect(picker.getByText('$23.50')).toBeVisible();
    expect(picker.getByText('incomplete')).toBeVisible();
    await userEvent.click(picker.getByRole('button', { name: 'Done' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send items' }));
    expect(
      await screen.findByRole('dialog', { name: 'Send 2 items ($31.50) to Ana Lopez?' }),
    ).toBeVisible();
    await userEvent.dblClick(yes());
    expect(await screen.findByText('Reward Item sent successfully.')).toBeVisible();
    expect(sent.map(({ posItemID, price }) => [posItemID, price])).toEqual([
      ['w', 24],
      ['t', 7.5],
    ]);
    expect(sent[0]).toMatchObject({ posCustomerID: 'c-1', validUntil: '2026-12-21T23:59:59' });
    expect(sent[0]?.idempotencyKey).not.toBe(sent[1]?.idempotencyKey);
  });

  it('keeps unsent items with their keys', async () => {
    let fails = true;
    const picker = await choose('House red', 'Tiramisu');
    await userEvent.click(picker.getByRole('button', { name: 'Done' }));
    server.use(
      http.post('*/send-reward-item', async ({ request }) => {
        const body = (await request.json()) as Sent;
        sent.push(body);
        const status = body.posItemID === 't' && fails ? 500 : 200;
        return HttpResponse.json({ status, body: {}, message: '' }, { status });
      }),
    );
    await screen.findByRole('button', { name: 'Send items' });
    await send();
    expect(await screen.findByText('We are unable to send reward item.')).toBeVisible();
    expect(screen.getByText(/^1 of 2 items were sent/)).toBeVisible();
    fails = false;
    await send();
    expect(await screen.findByText('Reward Item sent successfully.')).toBeVisible();
    expect(sent.map(({ posItemID }) => posItemID)).toEqual(['w', 't', 't']);
    expect(sent[1]?.idempotencyKey).toBe(sent[2]?.idempotencyKey);
  });

  it('names the one of several locations', async () => {
    linkAnother();
    const picker = await choose('House red');
    await userEvent.click(picker.getByRole('button', { name: 'Done' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send items' }));
    const question = 'Send House red ($24.00) to Ana Lopez at Saffron Pizza?';
    expect(await screen.findByRole('dialog', { name: question })).toBeVisible();
  });

  it('names an open price, and no sum of it', async () => {
    const corkage = offeredItem('o', { displayName: 'Corkage', price: 0, openPrice: true });
    server.use(answer('get-items-list', { itemList: [red, corkage], nextCursor: null }));
    const picker = await choose('House red', 'Corkage');
    expect(picker.getByRole('button', { name: 'CorkageOpen price' })).toBeVisible();
    await userEvent.click(picker.getByRole('button', { name: 'Done' }));
    const chosen = within(await screen.findByRole('list', { name: 'Items' }));
    expect(chosen.getByText('Open price')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Send items' }));
    expect(await screen.findByRole('dialog', { name: 'Send 2 items to Ana Lopez?' })).toBeVisible();
  });

  it('sends nothing without a choice', async () => {
    const picker = await choose();
    await userEvent.click(await picker.findByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Select Item' })).toBeNull());
    expect(screen.queryByRole('button', { name: 'Send items' })).toBeNull();
    expect(screen.getByRole('dialog', { name: 'Ana Lopez' })).toBeVisible();
  });
});
