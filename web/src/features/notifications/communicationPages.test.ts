import { describe, expect, it } from 'vitest';
import { communication } from '@/testing/inbox';
import { entriesOf } from './communicationPages';
import { reasonOf, titleOf } from './communicationWords';

const at = (dateAdded: string) => communication(dateAdded, { dateAdded });
const headings = (times: string[], day?: string) =>
  entriesOf(times.map(at), day).map(({ heading }) => heading);

describe('days of the inbox', () => {
  it('begin with the first communication of each', () => {
    expect(headings(['2026-07-18T23:00:00', '2026-07-18T01:00:00', '2026-07-17T23:00:00'])).toEqual(
      ['2026-07-18', null, '2026-07-17'],
    );
  });

  it('go on from the page before', () => {
    expect(headings(['2026-07-18T01:00:00', '2026-07-17T23:00:00'], '2026-07-18')).toEqual([
      null,
      '2026-07-17',
    ]);
  });

  it('do not begin twice where two locations have two dates at once', () => {
    expect(headings(['2026-07-18T00:10:00', '2026-07-17T21:05:00', '2026-07-18T00:02:00'])).toEqual(
      ['2026-07-18', '2026-07-17', null],
    );
  });
});

describe('the words of a communication', () => {
  it('tell why, and how many more', () => {
    expect(reasonOf(communication('1'))).toBe('Because: a void of $50.00 or more');
    expect(reasonOf(communication('1', { also: 2 }))).toBe(
      'Because: a void of $50.00 or more, and 2 more within the hour',
    );
    expect(reasonOf(communication('1', { reason: '' }))).toBeNull();
  });

  it('are plain where the kind is not known', () => {
    expect(titleOf(communication('1'))).toBe('Large void');
    expect(titleOf(communication('1', { kind: null }))).toBe('Notification');
  });
});
