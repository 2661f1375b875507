import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MessageChannel } from '@/api';
import { remove, write } from '@/lib/storage/storage';
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
import { liveRegions } from '@/testing/spoken';

const sent: Sent[] = [];
const previews: Record<string, unknown>[] = [];

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
function outlook(rest: Parameters<typeof preview>[0] = {}) {
  return answer('get-campaign-preview', (request) => {
    previews.push(request);
    return preview(rest);
  });
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const question = () =>
  screen.findByRole('dialog', {
    name: /Are you sure that you want to (send mails|Send message) to those recipients\?/,
  });

async function open(page: string) {
  const view = renderApp(page);
  await screen.findByRole('button', { name: /^Select all/ });
  return view;
}

/** The complete page of the sent campaign: no further calls follow. */
const campaignShown = () => screen.findByRole('list', { name: 'Recipients' });

function type(label: string, text: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
}

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

describe('the form of a campaign', () => {
  it('asks for one of several locations', async () => {
    remove('default_location');
    renderApp('/email-marketing/basic-email-marketing');
    expect(await screen.findByText('Please select location to proceed!')).toBeVisible();
  });

  const of = { posID: 'demo-pizza', idempotencyKey: expect.stringMatching(/^[\da-f-]{32,36}$/) };
  const email = {
    ...of,
    subject: 'Rainy Sunday',
    body: 'Come in',
    businessName: 'Saffron Pizza',
    website: 'https://pizza.example',
    emails: ['c-1@example.com', 'c-2@example.com'],
  };
  const text = {
    ...of,
    body: 'Come in',
    recipients: [
      { phone: 2125550123, firstName: 'Ana' },
      { phone: 2125550124, firstName: '' },
    ],
  };
  const items = [{ imageUrl: null, name: 'Item w', originalPrice: 10, price: 8 }];
  const promoCode = 'RAINY-20';

  it.each<[MessageChannel, string, string, object]>([
    ['email', 'basic', 'simple-email/online-kitchen-single-location', email],
    ['email', 'promotion', 'promotion/online-kitchen-single-promotion', { ...email, items }],
    [
      'email',
      'promo-code',
      'promotion/online-kitchen-promotion-code-single-location',
      {
        ...email,
        promoCode,
        discountPercentage: 20,
        validUntil: '2030-01-31',
        items: [],
        posItemIDs: [],
      },
    ],
    ['text', 'basic', 'simple-text/online-kitchen-single', text],
    ['text', 'promotion', 'promotion-text/online-kitchen-single', text],
    [
      'text',
      'promo-code',
      'promotion-text/online-kitchen-promotion-code-single',
      {
        ...text,
        promoCode,
        discountPercentage: 20,
        validUntil: '2030-01-31',
        items,
        posItemIDs: ['w'],
      },
    ],
  ])('sends an %s of the kind %s once, and shows it', async (channel, kind, path, contents) => {
    server.use(answer('get-campaign', campaign('c-9', { state: 'sending', channel })));
    const { router } = await open(`/${channel}-marketing/${kind}-${channel}-marketing`);
    await userEvent.click(button('Select all 2'));
    if (channel === 'email') type('Subject', 'Rainy Sunday');
    type('Message', 'Come in');
    if (kind === 'promo-code') {
      type('Promo code', 'rainy-20');
      type('Percent off', '20');
      type('Valid until', '2030-01-31');
    }
    if ((kind === 'promotion') === (channel === 'email') && kind !== 'basic') {
      await userEvent.click(button('Select items'));
      const picker = within(await screen.findByRole('dialog', { name: 'Select Item' }));
      await userEvent.click(await picker.findByRole('button', { name: /Item w/ }));
      await userEvent.click(picker.getByRole('button', { name: 'Done' }));
      expect(await screen.findByText('Up to 20% off')).toBeVisible();
    }
    await userEvent.click(button(channel === 'email' ? 'Send email' : 'Send text'));
    expect(await question()).toHaveTextContent('2guests will receive it');
    await userEvent.dblClick(button('Send'));
    expect(
      await screen.findByText(
        channel === 'email'
          ? 'Email sent to all recipients.'
          : 'Text messages sent to all recipients.',
      ),
    ).toBeVisible();
    expect(sent).toEqual([{ path: `/notification/api/${path}`, ...contents }]);
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/${channel}-marketing/campaigns/c-9`),
    );
    await campaignShown();
  });

  it('shows missing fields before the question', async () => {
    await open('/email-marketing/promotion-email-marketing');
    expect(screen.getByText('Sorry! You do not have any recipients added.')).toBeVisible();
    await userEvent.click(button('Send email'));
    for (const missing of [
      'Please select at least one recipient.',
      'Please enter a subject of 1 to 150 characters.',
      'Please enter a message of 1 to 150 characters.',
      'Please select at least one item.',
    ]) {
      expect(await screen.findByText(missing)).toBeVisible();
    }
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  });

  it('shows that there are no possible recipients', async () => {
    const recipientList = [recipient('c-3', { exclusion: 'optedOut' })];
    server.use(answer('get-marketing-recipients', { recipientList, nextCursor: null }));
    renderApp('/email-marketing/basic-email-marketing');
    expect(await screen.findByText(/^No guest can receive this/)).toBeVisible();
  });

  it('counts the message to 150', async () => {
    await open('/text-marketing/basic-text-marketing');
    type('Message', 'Come in');
    expect(screen.getByText('7 of 150')).toBeVisible();
    expect(screen.getByLabelText('Message')).toHaveAttribute('maxlength', '150');
  });
});

describe('choosing recipients', () => {
  const box = (name: string | RegExp) => screen.findByRole('checkbox', { name });

  it('shows excluded guests with the reason, not selectable', async () => {
    await open('/email-marketing/basic-email-marketing');
    await userEvent.click(button('Select recipients'));
    expect(await box(/Lopez c-3.*Opted out/)).toBeDisabled();
    expect(await box(/Lopez c-4.*No consent/)).toBeDisabled();
    expect(screen.getByText("2 can't receive it")).toBeVisible();
    await userEvent.click(await box('Select all'));
    expect(screen.getByText('2 of 2 selected')).toBeVisible();
    await userEvent.click(await box(/Lopez c-1/));
    expect(await box('Select all')).toBePartiallyChecked();
    await userEvent.click(button('Done (1)'));
    expect(await screen.findByText('1 recipient')).toBeVisible();
    type('Subject', 'Hi');
    type('Message', 'Come in');
    await userEvent.click(button('Send email'));
    await question();
    await userEvent.click(button('Send'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.emails).toEqual(['c-2@example.com']);
    await campaignShown();
  });

  it('finds by words, and chooses all matches', async () => {
    await open('/email-marketing/basic-email-marketing');
    await userEvent.click(button('Select recipients'));
    const search = await screen.findByRole('searchbox');
    await userEvent.type(search, 'c-2');
    await userEvent.click(await box('Select all found'));
    expect(screen.getByText('1 of 2 selected')).toBeVisible();
    await userEvent.clear(search);
    const isSpoken = liveRegions();
    await userEvent.type(search, 'unknown');
    const notice = await screen.findByText('Sorry! There are no recipients matching your search.');
    expect(notice).toBeVisible();
    expect(isSpoken(notice)).toBe(true);
  });

  it('keeps the typed values', async () => {
    await open('/email-marketing/basic-email-marketing');
    type('Subject', 'Rainy Sunday');
    await userEvent.click(button('Select recipients'));
    await userEvent.click(await screen.findByRole('button', { name: 'Done (0)' }));
    expect(await screen.findByLabelText('Subject')).toHaveValue('Rainy Sunday');
  });

  it('shows a failure, and a message without customers', async () => {
    server.use(answer('get-marketing-recipients', null, 500));
    renderApp('/email-marketing/basic-email-marketing?part=recipients');
    expect(
      await screen.findByText('We could not find any customers now. Please try again!'),
    ).toBeVisible();
    server.use(answer('get-marketing-recipients', { recipientList: [], nextCursor: null }));
    await userEvent.click(button('Try Again'));
    expect(await screen.findByText('Sorry! You do not have any recipients added.')).toBeVisible();
  });
});

describe('a group of guests', () => {
  it('chooses recipients, with their visits', async () => {
    server.use(
      answer('get-customers-list', ({ segment, sort }) => ({
        customerList:
          segment === 'away60'
            ? [customer('c-2', { visits: 1, spend: 31.5, lastVisit: '2026-08-01T19:30:00' })]
            : [sort === 'spend' ? 'c-2' : 'c-1', 'c-3', 'c-9'].map((id) => customer(id)),
        nextCursor: null,
      })),
    );
    await open('/email-marketing/basic-email-marketing');
    await userEvent.click(button('Select recipients'));
    const rows = async () => (await screen.findAllByRole('checkbox', { name: /Lopez/ })).length;
    // Guests without figures come last; those who are no recipients are left out.
    expect(await rows()).toBe(4);
    await userEvent.click(button('Away 60 days'));
    const row = await screen.findByRole('checkbox', {
      name: /Lopez c-2.*Last visit Aug 1, 2026.*1 visit.*\$31\.50/,
    });
    expect(row).toBeVisible();
    expect(await rows()).toBe(1);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all found' }));
    await userEvent.click(button('Done (1)'));
    expect(await screen.findByText('1 recipient')).toBeVisible();
  });
});

describe('a group in the form', () => {
  it('is chosen by one tap', async () => {
    server.use(
      answer('get-customers-list', ({ segment }) => ({
        customerList: segment === 'away60' ? ['c-2', 'c-3'].map((id) => customer(id)) : [],
        nextCursor: null,
      })),
    );
    await open('/email-marketing/basic-email-marketing');
    await userEvent.click(button('Away 60 days'));
    // c-3 opted out.
    expect(await screen.findByText('1 recipient')).toBeVisible();
    expect(button('Away 60 days')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(button('First-timers'));
    expect(
      await screen.findByText('No guest of this group can receive it right now.'),
    ).toBeVisible();
  });
});

describe('a test', () => {
  it('goes to oneself, without recipients', async () => {
    const tests: Record<string, unknown>[] = [];
    server.use(
      answer('send-campaign-test', (request) => {
        tests.push(request);
        return { sentTo: 'o\u2026@example.com' };
      }),
    );
    await open('/email-marketing/basic-email-marketing');
    await userEvent.click(button('Send a test to my email'));
    expect(await screen.findByText('Please enter a subject of 1 to 150 characters.')).toBeVisible();
    expect(tests).toEqual([]);
    type('Subject', 'Hi');
    type('Message', 'Come in');
    await userEvent.click(button('Send a test to my email'));
    expect(await screen.findByText('Test sent to o\u2026@example.com.')).toBeVisible();
    expect(tests).toMatchObject([
      { channel: 'email', kind: 'basic', subject: 'Hi', body: 'Come in', emails: [] },
    ]);
    expect(sent).toEqual([]);
  });
});

describe('a promo code', () => {
  it.each([
    ['waiting', 'Your POS gets this code by itself when you send.'],
    ['manual', /Enter this code there before you send/],
  ])('says how it comes to the POS: %s', async (delivery, said) => {
    server.use(answer('get-promo-code-delivery', { delivery }));
    await open('/text-marketing/promo-code-text-marketing');
    expect(await screen.findByText(said)).toBeVisible();
  });

  it('does not end in the past', async () => {
    await open('/text-marketing/promo-code-text-marketing');
    type('Valid until', '2020-01-31');
    await userEvent.click(button('Send text'));
    expect(await screen.findByText('Please choose today or later.')).toBeVisible();
  });
});

describe('the preview', () => {
  it('shows the email where no script of it can run', async () => {
    await open('/email-marketing/basic-email-marketing');
    const shown = await screen.findByTitle('The email as a guest sees it');
    expect(shown).toHaveAttribute('srcdoc', '<p>Come in from the rain.</p>');
    expect(shown).toHaveAttribute('sandbox', '');
    expect(previews[0]).toMatchObject({
      subject: 'Your subject',
      body: 'Your message',
      emails: [],
    });
    await userEvent.click(button('Select all 2'));
    type('Message', 'Come in');
    await waitFor(() =>
      expect(previews.at(-1)).toMatchObject({ body: 'Come in', emails: ['c-1@example.com'] }),
    );
    // One call follows each pause in typing, not each key.
    expect(previews.length).toBeLessThanOrEqual(3);
  });

  it('shows the text in a bubble with its number of parts', async () => {
    server.use(outlook({ segments: 3, encoding: 'UCS-2' }));
    await open('/text-marketing/basic-text-marketing');
    const bubble = await screen.findByRole('figure', { name: 'The text as a guest sees it' });
    expect(bubble).toHaveTextContent('Saffron Pizza: Come in from the rain. Reply STOP to end');
    expect(screen.getByText('Sent as 3 text segments (billed as 3)')).toBeVisible();
    expect(screen.getByText(/emoji or special characters/)).toBeVisible();
  });

  it('shows a failure', async () => {
    server.use(answer('get-campaign-preview', null, 500));
    await open('/text-marketing/basic-text-marketing');
    expect(await screen.findByText("We couldn't show the preview.")).toBeVisible();
  });
});

describe('the final question', () => {
  async function compose(channel: 'email' | 'text' = 'email') {
    await open(`/${channel}-marketing/basic-${channel}-marketing`);
    await userEvent.click(button('Select all 2'));
    if (channel === 'email') type('Subject', 'Hi');
    type('Message', 'Come in');
  }
  const send = () => userEvent.click(button(/^Send (email|text)$/));

  it('states the numbers of recipients, with reasons', async () => {
    server.use(
      outlook({
        recipients: 310,
        excluded: [
          { exclusion: 'tooMany', count: 4 },
          { exclusion: 'repeated', count: 1 },
          { exclusion: 'erased', count: 0 },
        ],
        totalSegments: 620,
        quiet: 41,
      }),
    );
    await compose('text');
    await send();
    const dialog = within(await question());
    expect(dialog.getByText('Campaign at Saffron Pizza')).toBeVisible();
    expect(dialog.getByText('310')).toBeVisible();
    expect(dialog.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'Excluded: limit reached4',
      'Excluded: duplicate address1',
    ]);
    expect(dialog.getByText("41 texts are held until morning, guests' local time.")).toBeVisible();
    expect(dialog.getByText('620 text segments will be billed.')).toBeVisible();
    expect(dialog.getByText(/^Saffron Pizza: Come in from the rain/)).toBeVisible();
    const previewed = previews.at(-1)?.recipients;
    expect(previewed).toHaveLength(2);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(sent).toEqual([]);
  });

  it('states the cost of texts in dollars', async () => {
    server.use(outlook({ recipients: 310, totalSegments: 620, cost: 5.15 }));
    await compose('text');
    await send();
    const dialog = within(await question());
    expect(dialog.getByText('Costs about $5.15 (620 text segments).')).toBeVisible();
  });

  it('is skipped if no recipient is left', async () => {
    server.use(outlook({ recipients: 0, excluded: [{ exclusion: 'optedOut', count: 2 }] }));
    await compose();
    await send();
    expect(
      await screen.findByText('None of these recipients can receive it now: 2 opted out.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  });

  it('sends once, however fast the taps come', async () => {
    await compose();
    await send();
    await question();
    const yes = button('Send');
    // Both before the next render.
    act(() => {
      yes.click();
      yes.click();
    });
    await campaignShown();
    expect(sent).toHaveLength(1);
  });

  it('retries with the same key', async () => {
    await compose();
    for (const refuse of [{ status: 500 }, null]) {
      server.use(campaigns(sent, refuse));
      await send();
      await question();
      await userEvent.click(button('Send'));
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Send' })).toBeNull());
      if (refuse !== null) {
        // Choosing recipients meanwhile leads back to the same form.
        await userEvent.click(button('Change recipients'));
        await userEvent.click(await screen.findByRole('button', { name: 'Done (2)' }));
        await screen.findByRole('button', { name: 'Send email' });
      }
    }
    expect(
      await screen.findByText('Error occured while sending email. Please try again!'),
    ).toBeInTheDocument();
    expect(sent).toHaveLength(2);
    expect(sent[0]?.idempotencyKey).toBe(sent[1]?.idempotencyKey);
    await campaignShown();
  });

  it('takes a new key after an earlier try succeeded', async () => {
    await compose('text');
    for (const refuse of [{ status: 409 }, null]) {
      server.use(campaigns(sent, refuse));
      await send();
      await question();
      await userEvent.click(button('Send'));
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Send' })).toBeNull());
      if (refuse !== null) {
        expect(await screen.findByText(/An earlier attempt went through/)).toBeVisible();
        expect(
          await screen.findByText('Error occured while sending text message. Please try again!'),
        ).toBeVisible();
      }
    }
    expect(sent[0]?.idempotencyKey).not.toBe(sent[1]?.idempotencyKey);
    await campaignShown();
  });

  it('shows a refusal at its field', async () => {
    await compose();
    const refuse = {
      status: 400,
      message: 'is not a customer of this location',
      field: 'emails[1]',
    };
    server.use(campaigns(sent, refuse));
    await send();
    await question();
    await userEvent.click(button('Send'));
    expect(
      await screen.findByText('c-2@example.com is not a customer of this location.'),
    ).toBeVisible();
    server.use(answer('get-campaign-preview', { field: 'subject' }, 400, 'no line breaks'));
    await send();
    await waitFor(() =>
      expect(screen.getByLabelText('Subject')).toHaveAccessibleDescription(/no line breaks/),
    );
  });
});
