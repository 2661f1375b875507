import { expect, it } from 'vitest';
import { sessionEnded } from '@/api/session';
import { emptyChain } from '@/lib/lists/pageChain';
import { keptChain, listRead, listsReducer } from './lists';

const filter = { posID: 'demo-pizza' };
const chain = { ...emptyChain, pages: [{ cursor: undefined, count: 3, day: '' }] };
const kept = listsReducer(
  undefined,
  listRead({ label: 'Customers', filter: JSON.stringify(filter), chain }),
);

it('a list is kept for the filter that it was read by', () => {
  expect(keptChain(kept, 'Customers', { ...filter })).toEqual(chain);
  expect(keptChain(kept, 'Customers', { posID: 'demo-tacos' })).toBe(emptyChain);
  expect(keptChain(kept, 'Items', filter)).toBe(emptyChain);
});

it('lists go with the session', () => {
  expect(listsReducer(kept, sessionEnded('signed-out'))).toEqual({});
});
