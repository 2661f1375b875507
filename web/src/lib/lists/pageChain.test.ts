import { describe, expect, it } from 'vitest';
import {
  addPage,
  emptyChain,
  type LoadedPage,
  type PageChain,
  positionOf,
  rowsOf,
} from './pageChain';

const SIZE = 50;

/** A page of so many rows without keys. */
const page = (cursor: string | undefined, count: number, next: string | null): LoadedPage => ({
  cursor,
  count,
  next,
  keys: [],
  day: '',
});

/** The chain after these pages were read, one after the other: count and next. */
function read(...pages: [count: number, next: string | null][]): PageChain {
  return pages.reduce<PageChain>(
    (chain, [count, next]) => addPage(chain, page(chain.next ?? undefined, count, next), SIZE),
    emptyChain,
  );
}

const cursors = (chain: PageChain) => chain.pages.map(({ cursor }) => cursor);

describe('a chain of pages', () => {
  it('grows page by page until the last', () => {
    const chain = read([50, 'a'], [50, 'b'], [7, null]);
    expect(cursors(chain)).toEqual([undefined, 'a', 'b']);
    expect(chain.next).toBeNull();
    expect(rowsOf(chain)).toBe(107);
    const at = (index: number) => {
      const position = positionOf(chain, index);
      return position && [position.page.cursor, position.at];
    };
    expect(at(0)).toEqual([undefined, 0]);
    expect(at(99)).toEqual(['a', 49]);
    expect(at(106)).toEqual(['b', 6]);
    expect(at(107)).toBeNull();
  });

  it('stays the same object if nothing changed', () => {
    const chain = read([50, 'a'], [50, 'b']);
    expect(addPage(chain, page(undefined, 50, 'a'), SIZE)).toBe(chain);
    expect(addPage(chain, page('a', 50, 'b'), SIZE)).toBe(chain);
  });

  it('begins a page where the page before ends now', () => {
    const chain = addPage(read([50, 'a'], [50, 'b'], [7, null]), page(undefined, 50, 'A'), SIZE);
    expect(cursors(chain)).toEqual([undefined, 'A', 'b']);
    expect(chain.next).toBeNull();
  });

  it('drops the pages behind one that is now the last', () => {
    const shorter = addPage(read([50, 'a'], [50, 'b'], [7, null]), page('a', 20, null), SIZE);
    expect(cursors(shorter)).toEqual([undefined, 'a']);
    const longer = addPage(shorter, page('a', 50, 'c'), SIZE);
    expect(longer.next).toBe('c');
    expect(rowsOf(longer)).toBe(100);
  });

  it('ignores a page that it does not expect', () => {
    const end = read([3, null]);
    expect(addPage(end, page('x', 50, 'y'), SIZE)).toBe(end);
    expect(addPage(emptyChain, page('x', 50, 'y'), SIZE)).toBe(emptyChain);
  });

  it('has a later page under the day that began before it', () => {
    let chain = addPage(emptyChain, { ...page(undefined, 2, 'a'), day: '2026-11-20' }, SIZE);
    chain = addPage(chain, { ...page('a', 1, null), day: '2026-11-21' }, SIZE);
    expect(positionOf(chain, 2)?.dayBefore).toBe('2026-11-20');
    expect(chain.pages[1]?.day).toBe('2026-11-20');
  });

  it('stays small at 100,000 rows', () => {
    const last = 1999;
    let chain = emptyChain;
    for (let n = 0; n <= last; n++) {
      const keys = Array.from({ length: SIZE }, (_, at) => `demo/${n * SIZE + at}`);
      const next = n < last ? `c${n}` : null;
      chain = addPage(chain, { ...page(chain.next ?? undefined, SIZE, next), keys }, SIZE);
    }
    expect(rowsOf(chain)).toBe(100_000);
    expect(positionOf(chain, 99_999)).toMatchObject({ page: { cursor: 'c1998' }, at: 49 });
    // 2,000 cursors, not 100,000 rows.
    expect(JSON.stringify(chain).length).toBeLessThan(250_000);
  });
});

describe('a chain whose first page has keys', () => {
  const SMALL = 3;
  const first = (keys: (string | number)[], next: string | null, day = ''): LoadedPage => ({
    ...page(undefined, keys.length, next),
    keys: keys.map(String),
    day,
  });
  const later = (chain: PageChain, count: number, next: string | null) =>
    addPage(chain, page(chain.next ?? undefined, count, next), SMALL);
  const again = (chain: PageChain, fresh: LoadedPage) => addPage(chain, fresh, SMALL);

  /** Cursor, rows and limit of each page behind the first. */
  const behind = (chain: PageChain) =>
    chain.pages.slice(1).map(({ cursor, count, limit }) => [cursor, count, limit]);

  it('keeps the pages behind what a new first page pushes out', () => {
    let chain = later(later(again(emptyChain, first([9, 8, 7], 'a')), 3, 'b'), 3, 'c');
    chain = again(chain, first([10, 9, 8], 'x'));
    expect(behind(chain)).toEqual([
      ['x', 1, 1],
      ['a', 3, undefined],
      ['b', 3, undefined],
    ]);
    // Pushed rows join until the page is full.
    chain = again(chain, first([12, 11, 10], 'y'));
    expect(behind(chain)[0]).toEqual(['y', 3, 3]);
    chain = again(chain, first([13, 12, 11], 'z'));
    expect(behind(chain).map(([cursor]) => cursor)).toEqual(['z', 'y', 'a', 'b']);
    expect([rowsOf(chain), chain.next]).toEqual([13, 'c']);
    // The next page joins as if no rows had come in front.
    expect(behind(later(chain, 1, null)).at(-1)).toEqual(['c', 1, undefined]);
  });

  it('lengthens a last page that has room', () => {
    const chain = again(later(again(emptyChain, first([3, 2], 'a')), 1, null), first([4, 3], 'x'));
    expect(behind(chain)).toEqual([['x', 2, undefined]]);
    expect(chain.next).toBeNull();
  });

  it('keeps the position of each row when others come in front', () => {
    const before = later(again(emptyChain, first([9, 8, 7], 'a')), 1, null);
    const after = again(again(before, first([10, 9, 8], 'x')), first([12, 11, 10], 'y'));
    // Row 9 was on top, and has three in front of it now.
    expect(after.top + 3).toBe(before.top);
    const only = again(again(emptyChain, first([2, 1], null)), first([3, 2, 1], null));
    expect(only.top).toBe(-1);
  });

  it('keeps the day that began before what was pushed out', () => {
    let chain = again(emptyChain, first([5, 4], 'a', '2026-11-19'));
    chain = later(later(chain, 3, 'b'), 3, null);
    chain = again(chain, first([6, 5], 'x', '2026-11-20'));
    expect(positionOf(chain, 2)).toMatchObject({ page: { cursor: 'x' }, dayBefore: '2026-11-20' });
    expect(positionOf(chain, 3)).toMatchObject({ page: { cursor: 'a' }, dayBefore: '2026-11-19' });
  });

  it('reads the next page again if a row went from the first', () => {
    const chain = later(again(emptyChain, first([9, 8, 7], 'a')), 3, null);
    expect(cursors(again(chain, first([9, 7, 6], 'b')))).toEqual([undefined, 'b']);
  });

  it('reads the next page again if the first is new altogether', () => {
    const chain = later(again(emptyChain, first([3, 2], 'a')), 1, null);
    const other = again(chain, first([9, 8], 'x'));
    expect([cursors(other), other.top]).toEqual([[undefined, 'x'], 0]);
  });

  it('is the same after a first page that changed nothing', () => {
    const chain = later(again(emptyChain, first([3, 2], 'a')), 1, null);
    expect(again(chain, first([3, 2], 'a'))).toBe(chain);
  });
});
