import { expect, it } from 'vitest';
import type { PointsEntry } from '@/api';
import { movementOf } from './pointsWords';

it.each([
  ['Earned · check #c-9', 'earned', 5, 'c-9'],
  ['Taken back · check #c-9', 'earned', -5, 'c-9'],
  ['Spent · check #c-9', 'spent', -5, 'c-9'],
  ['Returned · check #c-9', 'spent', 5, 'c-9'],
  ['Sent', 'granted', 5, null],
  ['Expired', 'expired', -5, null],
  ['From another record of this customer', 'merged', 5, null],
  ['Used before they expired · check #c-9', 'expired', 5, 'c-9'],
] as const)('a movement of points reads %s', (text, kind, points, posCheckID) => {
  const entry: PointsEntry = { at: '', kind, points, posCheckID, rewardID: null };
  expect(movementOf(entry)).toBe(text);
});
