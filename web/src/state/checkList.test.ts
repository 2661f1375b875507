import { describe, expect, it } from 'vitest';
import { sessionEnded } from '@/api/session';
import { checkSummary } from '@/testing/reportRows';
import {
  type CheckListState,
  type CheckSearch,
  checkListReducer,
  countOf,
  firstPageRead,
  laterPageRead,
  mergeHead,
  placeOf,
} from './checkList';

const search: CheckSearch = {
  sessionID: 's',
  posID: 'demo-pizza',
  startDate: '2026-11-01T00:00:00',
  endDate: '2026-11-21T23:59:59',
};

function page(ids: readonly (string | number)[], nextCursor: string | null) {
  return { checkReportList: ids.map((id) => checkSummary(String(id))), nextCursor };
}

function ids(checks: readonly { posCheckID: string }[]): string[] {
  return checks.map(({ posCheckID }) => posCheckID);
}

/** The list after the first page and those that follow. */
function read(first: ReturnType<typeof page>, ...later: ReturnType<typeof page>[]): CheckListState {
  let state = checkListReducer(undefined, firstPageRead({ search, page: first }));
  for (const one of later) {
    state = checkListReducer(state, laterPageRead({ search, cursor: state.next ?? '', page: one }));
  }
  return state;
}

describe('the list of checks', () => {
  it('knows where each row stands without holding the later pages', () => {
    const state = read(page([9, 8], 'a'), page([7, 6, 5], 'b'), page([4], null));
    expect(countOf(state)).toBe(6);
    const places = [2, 4, 5].map((index) => {
      const place = placeOf(state, index);
      return [place?.page.cursor, place?.at];
    });
    expect(places).toEqual([
      ['a', 0],
      ['a', 2],
      ['b', 0],
    ]);
    expect(state.next).toBeNull();
    expect(JSON.stringify(state)).not.toContain('"posCheckID":"7"');
  });

  it('tells the date before a page, for the heading above it', () => {
    const first = {
      checkReportList: [checkSummary('2', { businessDate: '2026-11-20' })],
      nextCursor: 'a',
    };
    const state = read(first, page([1], null));
    expect(placeOf(state, 1)?.dateBefore).toBe('2026-11-20');
  });

  it('takes a page once, and only behind the one before', () => {
    const once = read(page([3], 'a'), page([2], 'b'));
    const again = laterPageRead({ search, cursor: 'a', page: page([2], 'b') });
    expect(checkListReducer(once, again)).toBe(once);
  });

  it('begins anew where something else is looked for', () => {
    const state = read(page([3, 2], 'a'), page([1], null));
    const other = firstPageRead({ search: { ...search, search: 'visa' }, page: page([3], null) });
    expect(checkListReducer(state, other)).toMatchObject({ pages: [], next: null });
    const late = laterPageRead({
      search: { ...search, search: 'cash' },
      cursor: 'a',
      page: page([], null),
    });
    expect(checkListReducer(state, late)).toBe(state);
  });

  it('merges a fresh first page in front and keeps what was read behind', () => {
    const state = read(page([3, 2], 'a'), page([1], null));
    const next = checkListReducer(state, firstPageRead({ search, page: page([4, 3], 'x') }));
    expect(ids(next.head)).toEqual(['4', '3', '2']);
    expect(next.pages).toBe(state.pages);
    expect(countOf(next)).toBe(4);
  });

  it('begins anew after more new checks than a page holds, or when everything is on one', () => {
    const state = read(page([3, 2], 'a'), page([1], null));
    const gap = checkListReducer(state, firstPageRead({ search, page: page([9, 8], 'x') }));
    expect([ids(gap.head), gap.pages, gap.next]).toEqual([['9', '8'], [], 'x']);
    const all = checkListReducer(state, firstPageRead({ search, page: page([3, 1], null) }));
    expect([ids(all.head), all.pages, all.next]).toEqual([['3', '1'], [], null]);
  });

  it('forgets everything with the session', () => {
    const ended = checkListReducer(read(page([1], null)), sessionEnded('signed-out'));
    expect([ended.search, ended.head]).toEqual([null, []]);
  });

  it('stays small at 100,000 checks', () => {
    const size = 50;
    const pageAt = (n: number) =>
      page(
        Array.from({ length: size }, (_, at) => n * size + at),
        n < 1999 ? `c${n}` : null,
      );
    const state = read(pageAt(0), ...Array.from({ length: 1999 }, (_, n) => pageAt(n + 1)));
    expect(countOf(state)).toBe(100_000);
    expect(state.head).toHaveLength(size);
    expect(placeOf(state, 99_999)).toMatchObject({ page: { cursor: 'c1998' }, at: 49 });
    // 2,000 cursors, not 100,000 checks.
    expect(JSON.stringify(state).length).toBeLessThan(250_000);
  });
});

describe('mergeHead', () => {
  const merged = (head: number[], fresh: number[]) => {
    const result = mergeHead(page(head, null).checkReportList, page(fresh, null).checkReportList);
    return result && ids(result).map(Number);
  };

  it('drops what went from where the fresh page reaches', () => {
    expect(merged([5, 4, 3, 2], [6, 5, 3])).toEqual([6, 5, 3, 2]);
  });

  it('is nothing where the two share no check', () => {
    expect(merged([2, 1], [9, 8])).toBeNull();
  });
});
