import { expect, it } from 'vitest';
import { askAt } from './atLocation';

it('names the location before the question mark', () => {
  expect(askAt('Capture $25.00?', " at Marino's Pizza")).toBe("Capture $25.00 at Marino's Pizza?");
  expect(askAt('Capture $25.00?', '')).toBe('Capture $25.00?');
  expect(askAt('Capture $25.00', ' at Bar Why?')).toBe('Capture $25.00 at Bar Why?');
});
