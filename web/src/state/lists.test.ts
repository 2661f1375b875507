import { expect, it } from 'vitest';
import { sessionEnded } from '@/api/transport/session';
import { emptyChain } from '@/lib/lists/pageChain';
import { chainOf, listRead, listsReducer } from './lists';

const filter = { posID: 'demo-pizza' };
const chain = { ...emptyChain, pages: [{ cursor: undefined, count: 3, day: '' }] };
const stored = listsReducer(
  undefined,
  listRead({ label: 'Customers', filter: JSON.stringify(filter), chain }),
);

it('a list is stored for its filter', () => {
  expect(chainOf(stored, 'Customers', { ...filter })).toEqual(chain);
  expect(chainOf(stored, 'Customers', { posID: 'demo-tacos' })).toBe(emptyChain);
  expect(chainOf(stored, 'Items', filter)).toBe(emptyChain);
});

it('lists are dropped when the session ends', () => {
  expect(listsReducer(stored, sessionEnded('signed-out'))).toEqual({});
});
