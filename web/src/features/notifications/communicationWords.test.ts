import { describe, expect, it } from 'vitest';
import { communication } from '@/testing/data/inbox';
import { reasonOf, titleOf } from './communicationWords';

describe('the texts of a communication', () => {
  it('state the reason and the number of repetitions', () => {
    expect(reasonOf(communication('1'))).toBe('Why you got this: void of $50.00 or more');
    expect(reasonOf(communication('1', { also: 2 }))).toBe(
      'Why you got this: void of $50.00 or more, and 2 more within the hour',
    );
    expect(reasonOf(communication('1', { reason: '' }))).toBeNull();
  });

  it('are general for an unknown kind', () => {
    expect(titleOf(communication('1'))).toBe('Large void');
    expect(titleOf(communication('1', { kind: null }))).toBe('Notification');
  });
});
