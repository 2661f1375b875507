import { describe, expect, it } from 'vitest';
import { messages } from '@/lib/messages';
import { reward } from '@/testing/data/guests';
import { detailOf, messageState, stateOf, titleOf } from './rewardWords';

const today = '2026-11-21';

const words = messages.reward;

describe('a reward', () => {
  it.each([
    ['open', {}],
    ['open', { validUntil: '2026-11-21T23:59:59' }],
    ['past', { validUntil: '2026-11-20T23:59:59' }],
    ['open', { validUntil: null }],
    ['redeemed', { redeemedAt: '2026-11-12T18:00:00', validUntil: '2026-11-20T23:59:59' }],
    ['expired', { expired: true, validUntil: '2026-11-20T23:59:59' }],
    ['past', { rewardPoint: 500, posItemID: null, validUntil: null }],
    ['open', { rewardPoint: 500, posItemID: null }],
  ] as const)('is %s with %j', (state, rest) => {
    expect(stateOf(reward('r', rest), today)).toBe(state);
  });

  it.each([
    [words.messageSent.email, 'email', 'sent', null],
    [words.messageSent.text, 'text', 'sent', null],
    [words.messageSent.other, 'pigeon', 'sent', null],
    [words.messageNotSent.optedOut, 'email', 'excluded', 'optedOut'],
    [words.messageNotSent.noAddress, null, 'excluded', 'noAddress'],
    [words.messageNotSent.noConsent, null, 'excluded', 'noConsent'],
    [words.messageNotSent.tooMany, null, 'excluded', 'tooMany'],
    [words.messageNotSent.other, null, 'excluded', 'erased'],
    [words.messageFailed, 'text', 'failed', null],
    [words.messageUnknown, 'email', 'unknown', null],
  ])('has the message state "%s"', (text, channel, outcome, exclusion) => {
    expect(messageState(reward('r', { message: { channel, outcome, exclusion } }))).toBe(text);
    expect(messageState(reward('r'))).toBeNull();
  });

  it('is named by item or by points', () => {
    expect(titleOf(reward('r'))).toBe('House red');
    expect(titleOf(reward('r', { itemName: null }))).toBe('w');
    expect(titleOf(reward('r', { posItemID: null, itemName: null, rewardPoint: 500 }))).toBe(
      '500 points ($5.00)',
    );
  });

  it('states its end, sender and check', () => {
    const sent = 'sent Nov 10, 2026 by Olive Owner';
    expect(detailOf(reward('r'), today)).toBe(`until Dec 10, 2026 · ${sent}`);
    expect(detailOf(reward('r', { validUntil: null }), today)).toBe(`no expiration · ${sent}`);
    expect(detailOf(reward('r', { validUntil: '2026-11-20T23:59:59' }), today)).toBe(
      `ended Nov 20, 2026 · ${sent}`,
    );
    const used = { redeemedAt: '2026-11-12T18:00:00', redeemedByCheck: 'c-9' };
    expect(detailOf(reward('r', used), today)).toBe(`redeemed Nov 12, 2026, check #c-9 · ${sent}`);
  });
});
