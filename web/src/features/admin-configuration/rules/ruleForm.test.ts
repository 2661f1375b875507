import { describe, expect, it } from 'vitest';
import { notificationRules } from '@/testing/data/inbox';
import { changeOf, checkRules, groups, pathOf, thresholdOf, unitOf, valuesOf } from './ruleForm';

const values = (change: Partial<ReturnType<typeof valuesOf>> = {}) => ({
  ...valuesOf(notificationRules()),
  ...change,
});

const typed = (kind: 'largeVoid' | 'laborHigh', threshold: string) =>
  thresholdOf({ kind, enabled: true, push: true, threshold });

describe('the form of rules', () => {
  it('shows each kind once', () => {
    const shown = groups.flatMap(({ kinds }) => kinds).sort();
    expect(shown).toEqual(
      notificationRules()
        .rules.map(({ kind }) => kind)
        .sort(),
    );
  });

  it('writes dollars with cents, and percentages as they are', () => {
    const { rules } = values();
    const of = (kind: string) => rules.find((rule) => rule.kind === kind)?.threshold;
    expect([of('largeVoid'), of('laborHigh'), of('itemRanOut')]).toEqual(['50.00', '35.5', '']);
    expect([unitOf('largeRefund'), unitOf('laborHigh'), unitOf('payoutPaid')]).toEqual([
      'dollars',
      'percent',
      null,
    ]);
  });

  it.each([
    ['1', 1],
    ['$1,234.50', 1234.5],
    ['100000', 100_000],
    ['0.99', null],
    ['100000.01', null],
    ['', null],
    ['12.345', null],
  ])('takes %j dollars as the server does', (text, dollars) => {
    expect(typed('largeVoid', text)).toBe(dollars);
  });

  it.each([
    ['35', 35],
    ['35.5', 35.5],
    ['35.5 %', 35.5],
    ['500', 500],
    ['500.1', null],
    ['0.9', null],
    ['35.55', null],
    ['many', null],
  ])('takes %j percent as the server does', (text, percent) => {
    expect(typed('laborHigh', text)).toBe(percent);
  });

  it('requires a threshold of enabled rules only', () => {
    const wrong = values();
    wrong.rules = wrong.rules.map((rule) => ({
      ...rule,
      threshold: '',
      enabled: rule.kind !== 'largeDiscount',
    }));
    const fields = Object.keys(checkRules(wrong)).map(
      (path) => wrong.rules[Number(path.split('.')[1])]?.kind,
    );
    expect(fields.sort()).toEqual(['laborHigh', 'largeRefund', 'largeVoid']);
  });

  it('requires two different times of enabled quiet hours', () => {
    const quiet = (from: string, until: string, enabled = true) =>
      Object.keys(checkRules(values({ quietHours: { enabled, from, until } })));
    expect(quiet('22:00', '08:00')).toEqual([]);
    expect(quiet('22:00', '22:00')).toEqual(['quietHours.until']);
    expect(quiet('', '24:00')).toEqual(['quietHours.from', 'quietHours.until']);
    expect(quiet('', '', false)).toEqual([]);
  });

  it('sends the readable values only', () => {
    const { rules, ...rest } = values({ digestEmail: true });
    const off = rules.map((rule) =>
      rule.kind === 'largeVoid' ? { ...rule, enabled: false, threshold: 'none' } : rule,
    );
    const sent = changeOf({ rules: off, ...rest });
    const of = (kind: string) => sent.rules.find((rule) => rule.kind === kind);
    expect(of('largeVoid')).toEqual({ kind: 'largeVoid', enabled: false, push: true });
    expect(of('laborHigh')).toMatchObject({ threshold: 35.5 });
    expect(of('payoutPaid')).toEqual({ kind: 'payoutPaid', enabled: true, push: false });
    expect(sent).toMatchObject({
      digestEmail: true,
      quietHours: { enabled: true, from: '22:00', until: '08:00' },
    });
    const noTimes = values({ quietHours: { enabled: false, from: '', until: '' } });
    expect(changeOf(noTimes)).not.toHaveProperty('quietHours');
  });

  it("maps the server's field to the form", () => {
    expect(pathOf('rules[3].threshold')).toBe('rules.3.threshold');
    expect(pathOf('quietHours.until')).toBe('quietHours.until');
  });
});
