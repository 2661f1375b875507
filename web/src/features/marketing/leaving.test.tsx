import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { read, write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
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

const sent: Sent[] = [];
const form = '/email-marketing/basic-email-marketing';
const landing = '/email-marketing';

async function open() {
  const view = renderApp(form);
  await screen.findByRole('button', { name: 'Select all 1' });
  return view;
}

const question = () => screen.findByRole('dialog', { name: 'Discard this campaign?' });
const noQuestion = () =>
  waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Discard this campaign?' })).toBeNull(),
  );

async function reply(name: 'Cancel' | 'Discard') {
  await userEvent.click(within(await question()).getByRole('button', { name }));
  await noQuestion();
}

function type(label: string, text: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
}

/** Whether the browser would ask before the tab is closed. */
function holdsTab(): boolean {
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  return closing.defaultPrevented;
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

describe('a half-written campaign', () => {
  it('asks before it is left', async () => {
    const { router } = await open();
    type('Subject', 'Rainy Sunday');
    expect(holdsTab()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await reply('Cancel');
    expect(router.state.location.pathname).toBe(form);
    expect(screen.getByLabelText('Subject')).toHaveValue('Rainy Sunday');
    await userEvent.click(screen.getByRole('link', { name: 'More' }));
    await reply('Discard');
    await waitFor(() => expect(router.state.location.pathname).toBe('/more'));
    expect(holdsTab()).toBe(false);
  });

  it('begins with the choice of recipients', async () => {
    const { router } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Select all 1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Change recipients' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Done (1)' }));
    await screen.findByText('1 recipient');
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await reply('Discard');
    await waitFor(() => expect(router.state.location.pathname).toBe(landing));
  });

  it('stays with its location until it is discarded', async () => {
    await open();
    type('Message', 'Come in');
    const change = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Change' }));
      const sheet = within(await screen.findByRole('dialog', { name: 'Select Location' }));
      await userEvent.click(sheet.getByRole('button', { name: new RegExp(tacos.name) }));
    };
    await change();
    await reply('Cancel');
    expect(read('default_location')).toBe('demo-pizza');
    expect(screen.getByLabelText('Message')).toHaveValue('Come in');
    await change();
    await reply('Discard');
    await waitFor(() => expect(screen.getByLabelText('Message')).toHaveValue(''));
    expect(read('default_location')).toBe(tacos.posID);
  });

  it('is unsaved only between typing and sending', async () => {
    const { router } = await open();
    expect(holdsTab()).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Select all 1' }));
    type('Subject', 'Hi');
    type('Message', 'Come in');
    await userEvent.click(screen.getByRole('button', { name: 'Send email' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
    await screen.findByRole('list', { name: 'Recipients' });
    expect(router.state.location.pathname).toBe(`${landing}/campaigns/c-9`);
    expect(holdsTab()).toBe(false);
    await noQuestion();
  });
});
