import { HttpResponse, http } from 'msw';
import type {
  Campaign,
  CampaignPreview,
  Exclusion,
  MarketingRecipient,
  MessageChannel,
  RecipientOutcome,
} from '@/api';
import { answer } from '../server';

/** A customer of get-marketing-recipients who may get emails. */
export function recipient(
  posCustomerID: string,
  rest: Partial<MarketingRecipient> = {},
): MarketingRecipient {
  return {
    posCustomerID,
    firstName: 'Ana',
    lastName: `Lopez ${posCustomerID}`,
    address: `${posCustomerID}@example.com`,
    exclusion: null,
    ...rest,
  };
}

/** A finished email campaign: 10 recipients, 7 sent. */
export function campaign(campaignID: string, rest: Partial<Campaign> = {}): Campaign {
  return {
    posID: 'demo-pizza',
    campaignID,
    channel: 'email',
    kind: 'basic',
    state: 'finished',
    subject: 'Rainy Sunday',
    body: 'Come in from the rain.',
    promoCode: null,
    discountPercentage: 0,
    items: [],
    createdAt: '2026-11-21T18:04:00',
    createdBy: 'Olive Owner',
    finishedAt: '2026-11-21T18:05:12',
    recipients: 10,
    waiting: 0,
    sending: 0,
    sent: 7,
    failed: 1,
    excluded: 2,
    unknown: 0,
    exclusions: [
      { exclusion: 'optedOut', count: 1 },
      { exclusion: 'tooMany', count: 1 },
    ],
    optedOut: 0,
    quiet: 0,
    result: null,
    segments: 0,
    validUntil: null,
    cost: null,
    ...rest,
  };
}

/** The outcome of one recipient: sent. */
export function outcome(
  posCustomerID: string,
  rest: Partial<RecipientOutcome> = {},
): RecipientOutcome {
  return {
    posCustomerID,
    firstName: 'Ana',
    lastName: `Lopez ${posCustomerID}`,
    address: `${posCustomerID}@example.com`,
    outcome: 'sent',
    exclusion: null,
    reason: null,
    delivery: null,
    at: '2026-11-21T18:04:30',
    optedOut: false,
    ...rest,
  };
}

/** An answer of get-campaign-preview without excluded or waiting recipients. */
export function preview(rest: Partial<CampaignPreview> = {}): CampaignPreview {
  return {
    recipients: 1,
    excluded: [],
    subject: 'Rainy Sunday',
    html: '<p>Come in from the rain.</p>',
    text: 'Saffron Pizza: Come in from the rain. Reply STOP to end',
    segments: 1,
    encoding: 'GSM-7',
    discountPercentage: 0,
    quiet: 0,
    totalSegments: 1,
    cost: null,
    ...rest,
  };
}

/** A request to the notification service, with its path. */
export interface Sent extends Record<string, unknown> {
  path: string;
}

/** Accepts and records each sent campaign; with `refuse`, answers with that error. */
export function campaigns(
  sent: Sent[],
  refuse: { status: number; message?: string; field?: string } | null = null,
) {
  return http.post('*/notification/api/*', async ({ request }) => {
    const body = (await request.json()) as Record<string, unknown>;
    sent.push({ path: new URL(request.url).pathname, ...body });
    if (refuse === null) {
      return HttpResponse.json(
        { statuscode: 202, message: 'Accepted', campaignID: 'c-9' },
        { status: 202 },
      );
    }
    const { status, message = '', field } = refuse;
    return HttpResponse.json({ statuscode: status, message, field }, { status });
  });
}

/** Answers get-marketing-recipients: why the guest c-1 gets no messages, by channel. */
export function excludes(exclusions: Readonly<Record<MessageChannel, Exclusion | null>>) {
  return answer('get-marketing-recipients', ({ channel }) => ({
    recipientList: [
      recipient('c-0', { exclusion: 'erased' }),
      recipient('c-1', { exclusion: exclusions[channel as MessageChannel] }),
    ],
    nextCursor: null,
  }));
}
