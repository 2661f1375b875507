import { describe, expect, it } from 'vitest';
import { campaign, outcome } from '@/testing/data/marketing';
import {
  exclusionSentence,
  exclusionText,
  otherOutcomes,
  outcomeBadge,
  personName,
  secondaryAddress,
  settledShare,
  stateBadge,
  titleOf,
} from './campaignWords';

describe('campaigns in words', () => {
  it('are named by their subject, else by their message', () => {
    expect(titleOf(campaign('a'))).toBe('Rainy Sunday');
    expect(titleOf(campaign('a', { subject: null }))).toBe('Come in from the rain.');
  });

  it('list their outcomes above 0', () => {
    expect(otherOutcomes(campaign('a'))).toBe('1 failed · 2 excluded');
    const result = { redemptions: 12, sales: 1, discount: 1, profit: 1, salesWithoutCost: 0 };
    const all = campaign('a', { result, unknown: 1, optedOut: 3 });
    expect(otherOutcomes(all)).toBe(
      '12 redeemed · 1 failed · 1 unknown · 2 excluded · 3 opted out',
    );
    expect(otherOutcomes(campaign('a', { failed: 0, excluded: 0 }))).toBe('');
  });

  it('are settled without waiting or running messages', () => {
    expect(settledShare(campaign('a'))).toBe(1);
    expect(settledShare(campaign('a', { sent: 2, waiting: 4, sending: 1 }))).toBe(0.5);
    expect(settledShare(campaign('a', { recipients: 0 }))).toBe(1);
  });

  it('show unknown states unchanged', () => {
    expect(stateBadge({ state: 'finished' }).kind).toBe('success');
    expect(stateBadge({ state: 'archived' as never })).toEqual({ kind: 'info', label: 'archived' });
  });
});

describe('recipients in words', () => {
  it('have a name, else an address', () => {
    expect(personName(outcome('c-1', { lastName: null }))).toBe('Ana');
    const phone = outcome('c-1', { firstName: null, lastName: null, address: '2125550123' });
    expect(personName(phone)).toBe('(212) 555-0123');
    expect(secondaryAddress(phone)).toBe('');
    expect(secondaryAddress(outcome('c-1'))).toBe('c-1@example.com');
    expect(personName({ firstName: null, lastName: null, address: null })).toBe('Guest');
  });

  it('have a badge for their outcome', () => {
    const label = (rest: Parameters<typeof outcome>[1]) => outcomeBadge(outcome('c', rest)).label;
    expect(label({})).toBe('Sent');
    expect(label({ delivery: 'delivered' })).toBe('Delivered');
    expect(label({ delivery: 'undelivered' })).toBe('Not delivered');
    expect(label({ delivery: 'failed' })).toBe('Not delivered');
    expect(label({ outcome: 'excluded', exclusion: 'optedOut' })).toBe('Opted out');
    expect(label({ outcome: 'excluded', exclusion: 'bored' as never })).toBe('Excluded');
    expect(label({ outcome: 'unknown' })).toBe('Unknown');
    expect(label({ outcome: 'lost' as never })).toBe('lost');
  });

  it('are excluded for a reason', () => {
    expect(exclusionText('repeated')).toBe('Duplicate address');
    expect(
      exclusionSentence([
        { exclusion: 'optedOut', count: 1200 },
        { exclusion: 'tooMany', count: 1 },
      ]),
    ).toBe('1,200 opted out, 1 limit reached');
  });
});
