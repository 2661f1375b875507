import { describe, expect, it } from 'vitest';
import { datesQuestion } from '@/testing/data/imports';
import { broughtText, refusalText, spanText } from './words';

const [monthFirst] = datesQuestion.choices;

describe('words of imports', () => {
  it('say what an answer brings', () => {
    expect(monthFirst && broughtText(monthFirst)).toBe(
      '1,204 checks on 31 days, $48,210.50 · Jan 1 - Jan 31, 2026',
    );
    const one = {
      checks: 1,
      days: 1,
      netSales: 8,
      firstDate: '2026-01-02',
      lastDate: '2026-01-02',
      besideSales: null,
    };
    expect(broughtText(one)).toBe('1 check on 1 day, $8.00 · Jan 2, 2026');
    const nothing = { ...one, checks: 0, firstDate: null, lastDate: null };
    expect(broughtText(nothing)).toBe('Nothing would come in');
    const besideSales = '12 items, 3 with cost';
    expect(broughtText({ ...nothing, besideSales })).toBe(besideSales);
    expect(broughtText({ ...one, besideSales })).toBe(
      '1 check on 1 day, $8.00 · Jan 2, 2026; 12 items, 3 with cost',
    );
  });

  it('name both years where they differ', () => {
    expect(spanText('2025-12-30', '2026-01-02')).toBe('Dec 30, 2025 - Jan 2, 2026');
  });

  it('pass on the advice of the server', () => {
    const error = { status: 409, message: 'Please answer the open questions first.' };
    expect(refusalText(error, 'usual')).toBe(error.message);
    expect(refusalText({ status: 400, message: 'must be short' }, 'usual')).toBe('usual');
    expect(refusalText({ status: 500, message: 'Broken.' }, 'usual')).toBe('usual');
    expect(refusalText(new TypeError('x'), 'usual')).toBe('usual');
  });
});
