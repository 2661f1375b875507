import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { read, write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { offeredItem } from '@/testing/data/guests';
import {
  campaign,
  campaigns,
  outcome,
  preview,
  recipient,
  type Sent,
} from '@/testing/data/marketing';
import { rememberSignIn, renderApp, testUser } from '@/testing/renderApp';
import { answer, server } from '@/testing/server';
import { keepDraft } from './form/kept/keptDrafts';

const sent: Sent[] = [];
const form = '/email-marketing/basic-email-marketing';
const landing = '/email-marketing';

async function open(page = form) {
  const view = renderApp(page);
  await screen.findByRole('button', { name: 'Select all 1' });
  return view;
}

function type(label: string, text: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
}

beforeEach(() => {
  sent.length = 0;
  rememberSignIn();
  write('default_location', 'demo-pizza');
  server.use(
    answer(`get-restaurant-list/${testUser.sessionID}`, [pizza, tacos]),
    answer('get-marketing-recipients', { recipientList: [recipient('c-1')], nextCursor: null }),
    answer('get-campaigns', { campaignList: [], nextCursor: null }),
    answer('get-campaign-preview', preview()),
    answer('get-campaign', campaign('c-9')),
    answer('get-campaign-outcomes', { outcomeList: [outcome('c-1')], nextCursor: null }),
    campaigns(sent),
  );
});

/** Leaves the form by the arrow, and opens it again from the drafts. */
async function leaveAndReturn(router: ReturnType<typeof renderApp>['router'], draft: RegExp) {
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(landing));
  const drafts = within(await screen.findByRole('region', { name: 'Drafts' }));
  await userEvent.click(drafts.getByRole('link', { name: draft }));
  await screen.findByLabelText('Subject');
}

describe('a half-written campaign', () => {
  it('is kept while it is left', async () => {
    const { router } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Select all 1' }));
    type('Subject', 'Rainy Sunday');
    type('Message', 'Come in');
    await leaveAndReturn(router, /^Rainy Sunday/);
    expect(screen.getByLabelText('Subject')).toHaveValue('Rainy Sunday');
    expect(screen.getByLabelText('Message')).toHaveValue('Come in');
    expect(await screen.findByText('1 recipient')).toBeVisible();
  });

  it('keeps its items with the prices of today', async () => {
    const item = offeredItem('w');
    server.use(
      answer('get-items-list', { itemList: [item], nextCursor: null }),
      answer('get-item', { item: { ...item, price: 12 }, alsoAt: [], sameItems: [] }),
    );
    const { router } = await open('/email-marketing/promotion-email-marketing');
    type('Subject', 'Wine night');
    await userEvent.click(screen.getByRole('button', { name: 'Select items' }));
    const picker = within(await screen.findByRole('dialog', { name: 'Select Item' }));
    await userEvent.click(await picker.findByRole('button', { name: /Item w/ }));
    await userEvent.click(picker.getByRole('button', { name: 'Done' }));
    await leaveAndReturn(router, /^Wine night/);
    expect(await screen.findByText('$12.00')).toBeVisible();
  });

  it('has its size before recipients and items are read', async () => {
    const path = '/email-marketing/promotion-email-marketing';
    keepDraft('demo-pizza', path, {
      values: { subject: 'Wine night' },
      recipients: ['c-1', 'c-2'],
      items: ['w', 'v'],
      key: 'k',
      changedAt: Date.now(),
    });
    const unanswered = () => new Promise<never>(() => undefined);
    server.use(
      http.post('*/get-marketing-recipients', unanswered),
      http.post('*/get-item', unanswered),
    );
    renderApp(path);
    expect(await screen.findByText('2 recipients')).toBeVisible();
    expect(
      within(screen.getByRole('list', { name: 'Items' })).getAllByRole('listitem'),
    ).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Change items' })).toBeVisible();
  });

  it('belongs to its location', async () => {
    await open();
    type('Message', 'Come in');
    const change = async (name: string) => {
      await userEvent.click(screen.getByRole('button', { name: 'Change' }));
      const sheet = within(await screen.findByRole('dialog', { name: 'Select Location' }));
      await userEvent.click(sheet.getByRole('button', { name: new RegExp(name) }));
    };
    await change(tacos.name);
    await waitFor(() => expect(screen.getByLabelText('Message')).toHaveValue(''));
    await change(pizza.name);
    await waitFor(() => expect(screen.getByLabelText('Message')).toHaveValue('Come in'));
  });

  it('is the same campaign when it is sent after a lost answer', async () => {
    const { router } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Select all 1' }));
    type('Subject', 'Hi');
    type('Message', 'Come in');
    const send = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Send email' }));
      await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
    };
    server.use(campaigns(sent, { status: 500 }));
    await send();
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Send' })).toBeNull());
    await leaveAndReturn(router, /^Hi/);
    await screen.findByText('1 recipient');
    server.use(campaigns(sent));
    await send();
    await screen.findByRole('list', { name: 'Recipients' });
    expect(sent[1]?.idempotencyKey).toBe(sent[0]?.idempotencyKey);
  });

  it('is gone once it is sent or discarded', async () => {
    const { router } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Select all 1' }));
    type('Subject', 'Hi');
    type('Message', 'Come in');
    await userEvent.click(screen.getByRole('button', { name: 'Send email' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
    await screen.findByRole('list', { name: 'Recipients' });
    expect(read('campaign_drafts')).toEqual({});
    await act(() => router.navigate(form));
    await screen.findByRole('button', { name: 'Select all 1' });
    type('Subject', 'Second');
    await waitFor(() => expect(Object.values(read('campaign_drafts') ?? {})).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Discard draft' }));
    expect(screen.getByLabelText('Subject')).toHaveValue('');
    await waitFor(() => expect(read('campaign_drafts')).toEqual({}));
  });
});
