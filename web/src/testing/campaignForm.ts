import { fireEvent, screen } from '@testing-library/react';
import { beforeEach } from 'vitest';
import { write } from '@/lib/storage/storage';
import { pizza, tacos } from '@/testing/data/fixtures';
import { customer, offeredItem } from '@/testing/data/guests';
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

/** Campaigns that were sent since the test began. */
export const sent: Sent[] = [];
/** Previews that were asked for since the test began. */
export const previews: Record<string, unknown>[] = [];

const emails = [
  recipient('c-1'),
  recipient('c-2'),
  recipient('c-3', { exclusion: 'optedOut' }),
  recipient('c-4', { exclusion: 'noConsent' }),
];
const phones = [
  recipient('c-1', { address: '2125550123' }),
  recipient('c-2', { address: '2125550124', firstName: null }),
];

/** Answers previews: with more than one recipient, that of the send dialog. */
export function outlook(rest: Parameters<typeof preview>[0] = {}) {
  return answer('get-campaign-preview', (request) => {
    previews.push(request);
    return preview(rest);
  });
}

/** The button of this name. */
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
/** The question before a campaign is sent. */
export const question = () =>
  screen.findByRole('dialog', {
    name: /Are you sure that you want to (send mails|Send message) to those recipients\?/,
  });

/** Opens the form of a campaign, with its possible recipients. */
export async function open(page: string) {
  const view = renderApp(page);
  await screen.findByRole('button', { name: /^Select all/ });
  return view;
}

/** The complete page of the sent campaign: no further calls follow. */
export const campaignShown = () => screen.findByRole('list', { name: 'Recipients' });

/** Writes into a field. */
export function type(label: string, text: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
}

/** An owner of two locations, with four guests for emails and two for texts. */
export function marketingAnswers(): void {
  beforeEach(() => {
    // Toasts outlive their page.
    sent.length = 0;
    previews.length = 0;
    rememberSignIn();
    write('default_location', 'demo-pizza');
    server.use(
      answer(`get-restaurant-list/${testUser.sessionID}`, [pizza, tacos]),
      answer('get-marketing-recipients', ({ channel, cursor }) => {
        const list = channel === 'email' ? emails : phones;
        return cursor === undefined
          ? { recipientList: list.slice(0, 1), nextCursor: 'p2' }
          : { recipientList: list.slice(1), nextCursor: null };
      }),
      answer('get-items-list', {
        itemList: [offeredItem('w', { offPercentage: 20, onOffer: true }), offeredItem('x')],
        nextCursor: null,
      }),
      answer('get-campaign', campaign('c-9', { state: 'sending' })),
      answer('get-campaign-outcomes', { outcomeList: [outcome('c-1')], nextCursor: null }),
      answer('get-customers-list', {
        customerList: ['c-1', 'c-2', 'c-3', 'c-4'].map((id) => customer(id)),
        nextCursor: null,
      }),
      answer('get-promo-code-delivery', { delivery: 'waiting' }),
      outlook({ recipients: 2 }),
      campaigns(sent),
    );
  });
}
