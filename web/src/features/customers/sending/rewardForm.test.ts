import { describe, expect, it } from 'vitest';
import {
  checkMessage,
  checkPoints,
  checkValidUntil,
  initialReward,
  refusalOf,
  rewardFields,
} from './rewardForm';

const today = '2026-11-21';
const accepted = (check: (typed: string) => string | null, typed: string) => check(typed) === null;

describe('the values of a reward', () => {
  it('ends 30 days ahead at first', () => {
    expect(initialReward(today)).toEqual({ message: '', validUntil: '2026-12-21' });
  });

  it('is sent as the API takes it', () => {
    expect(rewardFields({ message: ' Thanks!\n', validUntil: '2026-12-21' })).toEqual({
      rewardMessage: 'Thanks!',
      validUntil: '2026-12-21T23:59:59',
      userInformationID: 0,
    });
    expect(rewardFields({ message: '', validUntil: '' }).validUntil).toBeNull();
  });

  it('has 1 to 100,000 points', () => {
    const ok = (typed: string) => accepted(checkPoints, typed);
    expect(['1', '100,000', ' 500 '].map(ok)).toEqual([true, true, true]);
    expect(['', '0', '100001', '-5', '1.5', 'many'].map(ok)).toEqual(Array(6).fill(false));
  });

  it('has a message of 150 plain characters at most', () => {
    const ok = (typed: string) => accepted(checkMessage, typed);
    expect([' ', 'a'.repeat(150), 'two\nlines'].map(ok)).toEqual([true, true, true]);
    expect(['a'.repeat(151), 'a\u0007b'].map(ok)).toEqual([false, false]);
  });

  it('ends between today and in five years, or never', () => {
    const ok = (date: string) => accepted((typed) => checkValidUntil(typed, today), date);
    expect(['', today, '2031-11-20'].map(ok)).toEqual([true, true, true]);
    expect(['2026-11-20', '2031-11-30', '12026-11-21'].map(ok)).toEqual([false, false, false]);
  });
});

describe('a reward that was not sent', () => {
  it("has the message at the server's field", () => {
    const error = { status: 400, message: 'must lie between 1 and 100,000', field: 'rewardPoint' };
    expect(refusalOf(error)).toMatchObject({
      field: 'points',
      text: 'Points must lie between 1 and 100,000.',
      alreadySent: false,
    });
  });

  it('recognises an earlier try that succeeded', () => {
    expect(refusalOf({ status: 409, message: 'x' })).toMatchObject({ alreadySent: true });
  });

  it('has no message without an answer', () => {
    const none = { field: null, text: null, alreadySent: false };
    expect(refusalOf({ status: 'offline', message: '' })).toMatchObject(none);
    expect(refusalOf({ status: 429, message: 'too many' })).toMatchObject(none);
    expect(refusalOf(new Error('x'))).toMatchObject({ field: null, alreadySent: false });
  });
});
