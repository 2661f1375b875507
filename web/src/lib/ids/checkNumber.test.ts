import { expect, test } from 'vitest';
import { checkNumber } from './checkNumber';

test.each([
  ['c-1001', 'c-1001'],
  ['A17700-3-x1dd53f811a4a5b32', 'A17700-3'],
  ['x1dd53f811a4a5b32', 'x1dd53f811a4a5b32'],
  ['A-x1dd5', 'A-x1dd5'],
])('number of %s has no hash', (id, number) => {
  expect(checkNumber(id)).toBe(number);
});
