import { describe, expect, it } from 'vitest';
import { failureText, isTooFast } from './errors';

const usual = "We couldn't find any guests. Please try again.";
const tooFast = (retryAfter?: number) =>
  failureText(
    { status: 429, message: 'x', ...(retryAfter !== undefined && { retryAfter }) },
    usual,
  );

describe('the text of a failed call', () => {
  it('is the usual one', () => {
    for (const status of [400, 404, 409, 500, 503, 'offline', 'timeout', 'unreadable'] as const) {
      expect(failureText({ status, message: 'of the server', retryAfter: 60 }, usual)).toBe(usual);
    }
    expect(failureText(new Error('x'), usual)).toBe(usual);
    expect(failureText(undefined, usual)).toBe(usual);
  });

  it("is the server's, if the location is the reason", () => {
    const refused = { status: 403, message: 'This is a sample restaurant.' } as const;
    expect(failureText({ ...refused, field: 'posID' }, usual)).toBe(refused.message);
    expect(failureText({ ...refused, message: '', field: 'posID' }, usual)).toBe(usual);
    expect(failureText(refused, usual)).toBe(usual);
  });

  it('says that there were too many, and when to try again', () => {
    const moment = 'Too many requests. Please wait a moment and try again.';
    expect([tooFast(), tooFast(0), tooFast(1)]).toEqual([moment, moment, moment]);
    expect(tooFast(45)).toBe('Too many requests. Please wait 45 seconds and try again.');
    expect(tooFast(91)).toBe('Too many requests. Please wait 2 minutes and try again.');
    expect(tooFast(900)).toBe('Too many requests. Please wait 15 minutes and try again.');
    expect(tooFast(7200)).toBe('Too many requests. Please wait 2 hours and try again.');
  });

  it('knows which errors are about too many calls', () => {
    expect(
      [{ status: 429, message: '' }, { status: 503, message: '' }, null].map(isTooFast),
    ).toEqual([true, false, false]);
  });
});
