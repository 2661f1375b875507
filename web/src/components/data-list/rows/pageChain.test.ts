import { describe, expect, it } from 'vitest';
import { emptyChain, type PageChain, pageOf, pageRead, rowsOf } from './pageChain';

/** The chain after these pages were read, one after the other: count and next. */
function read(...pages: [count: number, next: string | null][]): PageChain {
  return pages.reduce<PageChain>(
    (chain, [count, next], at) => pageRead(chain, at, count, next),
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
    expect(pageOf(chain, 0)).toMatchObject({ number: 0, at: 0 });
    expect(pageOf(chain, 99)).toMatchObject({ number: 1, at: 49 });
    expect(pageOf(chain, 106)).toMatchObject({ number: 2, at: 6 });
    expect(pageOf(chain, 107)).toBeNull();
  });

  it('stays the same object where nothing moved', () => {
    const chain = read([50, 'a'], [50, 'b']);
    expect(pageRead(chain, 0, 50, 'a')).toBe(chain);
    expect(pageRead(chain, 1, 50, 'b')).toBe(chain);
  });

  it('lets the next page begin where the one before ends now', () => {
    const chain = pageRead(read([50, 'a'], [50, 'b'], [7, null]), 0, 50, 'A');
    expect(cursors(chain)).toEqual([undefined, 'A', 'b']);
    expect(chain.next).toBeNull();
  });

  it('drops what lies behind a page that is the last one now, and finds a page that is new', () => {
    const shorter = pageRead(read([50, 'a'], [50, 'b'], [7, null]), 1, 20, null);
    expect(cursors(shorter)).toEqual([undefined, 'a']);
    const longer = pageRead(shorter, 1, 50, 'c');
    expect(longer.next).toBe('c');
    expect(rowsOf(longer)).toBe(100);
  });

  it('takes no page that it did not ask for', () => {
    const end = read([3, null]);
    expect(pageRead(end, 1, 50, 'x')).toBe(end);
    expect(pageRead(end, 5, 50, 'x')).toBe(end);
  });
});
