import { describe, expect, it } from 'vitest';
import { reward } from '@/testing/guests';
import { detailOf, stateOf, titleOf, toldOf } from './rewardWords';

const today = '2026-11-21';

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
    ['Told by email', 'email', 'sent', null],
    ['Told by text', 'text', 'sent', null],
    ['The guest was told', 'pigeon', 'sent', null],
    ['Not told: the guest opted out of messages', 'email', 'excluded', 'optedOut'],
    ['Not told: no address is known', null, 'excluded', 'noAddress'],
    ['Not told: the guest has not agreed to messages', null, 'excluded', 'noConsent'],
    ['Not told: the guest got enough messages this week', null, 'excluded', 'tooMany'],
    ['Not told by message', null, 'excluded', 'erased'],
    ['The message could not be delivered', 'text', 'failed', null],
    ['Nobody can tell whether the message arrived', 'email', 'unknown', null],
  ])('says "%s" of its message', (words, channel, outcome, exclusion) => {
    expect(toldOf(reward('r', { message: { channel, outcome, exclusion } }))).toBe(words);
    expect(toldOf(reward('r'))).toBeNull();
  });

  it('is named by item or by points', () => {
    expect(titleOf(reward('r'))).toBe('House red');
    expect(titleOf(reward('r', { itemName: null }))).toBe('w');
    expect(titleOf(reward('r', { posItemID: null, itemName: null, rewardPoint: 500 }))).toBe(
      '500 points ($5.00)',
    );
  });

  it('says until when, from whom, and where it was used', () => {
    const sent = 'sent Nov 10, 2026 by Olive Owner';
    expect(detailOf(reward('r'), today)).toBe(`until Dec 10, 2026 · ${sent}`);
    expect(detailOf(reward('r', { validUntil: null }), today)).toBe(`does not end · ${sent}`);
    expect(detailOf(reward('r', { validUntil: '2026-11-20T23:59:59' }), today)).toBe(
      `ended Nov 20, 2026 · ${sent}`,
    );
    const used = { redeemedAt: '2026-11-12T18:00:00', redeemedByCheck: 'c-9' };
    expect(detailOf(reward('r', used), today)).toBe(`redeemed Nov 12, 2026, check #c-9 · ${sent}`);
  });
});
