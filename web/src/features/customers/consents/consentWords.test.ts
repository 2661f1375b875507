import { expect, it } from 'vitest';
import { consentDetail, standingWord } from './consentWords';

it('has words also for a reason or an act that is not known yet', () => {
  expect(standingWord({ exclusion: 'frozen' as never })).toBe('Gets no offers');
  const letter = { at: '2026-11-12T19:02:00', act: 'letter' as never, by: null };
  expect(consentDetail({ ...letter, channel: 'text', granted: false })).toMatch(/another way$/);
});
