import { expect, it } from 'vitest';
import { consentDetail, standingText } from './consentWords';

it('an unknown reason or act has a text', () => {
  expect(standingText({ exclusion: 'frozen' as never })).toBe('No offers');
  const letter = { at: '2026-11-12T19:02:00', act: 'letter' as never, by: null };
  expect(consentDetail({ ...letter, channel: 'text', granted: false })).toMatch(/another way$/);
});
