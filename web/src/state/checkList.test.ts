import { describe, expect, it } from 'vitest';
import { sessionEnded } from '@/api/session';
import { checkSummary } from '@/testing/reportRows';
import {
  behindFresh,
  type CheckListState,
  type CheckSearch,
  checkListReducer,
  countOf,
  firstPageRead,
  laterPageRead,
  placeOf,
  topOf,
} from './checkList';

const search: CheckSearch = {
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

/** The list after its first page was read again. */
function grown(state: CheckListState, fresh: ReturnType<typeof page>): CheckListState {
  return checkListReducer(state, firstPageRead({ search, page: fresh }));
}

/** Page and place on it of each row behind the head. */
function places(state: CheckListState): string[] {
  return Array.from({ length: countOf(state) - state.head.length }, (_, row) => {
    const place = placeOf(state, state.head.length + row);
    return `${place?.page.cursor} ${place?.at}`;
  });
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

  it('moves what a fresh first page pushes out to a page that is read again, and keeps the rest', () => {
    const state = read(page([3, 2], 'a'), page([1], null));
    const next = grown(state, page([4, 3], 'x'));
    expect(ids(next.head)).toEqual(['4', '3']);
    expect([countOf(next), topOf(next)]).toEqual([4, topOf(state) - 1]);
    expect(places(next)).toEqual(['x 0', 'x 1']);
    expect(next.next).toBeNull();
  });

  it('fills a page before it begins another, and never beyond its size', () => {
    let state = read(page([9, 8, 7], 'a'), page([6, 5, 4], 'b'));
    state = grown(state, page([10, 9, 8], 'x'));
    expect(places(state)).toEqual(['x 0', 'a 0', 'a 1', 'a 2']);
    state = grown(state, page([12, 11, 10], 'y'));
    expect(places(state)).toEqual(['y 0', 'y 1', 'y 2', 'a 0', 'a 1', 'a 2']);
    state = grown(state, page([13, 12, 11], 'z'));
    expect(places(state)).toEqual(['z 0', 'y 0', 'y 1', 'y 2', 'a 0', 'a 1', 'a 2']);
    expect([countOf(state), state.next]).toEqual([10, 'b']);
    // What is behind joins as if nothing had come in front.
    const whole = laterPageRead({ search, cursor: 'b', page: page([3], null) });
    expect(places(checkListReducer(state, whole)).at(-1)).toBe('b 0');
  });

  it('keeps the place of each check whatever comes in front', () => {
    const before = read(page([9, 8, 7], 'a'), page([6], null));
    const after = grown(grown(before, page([10, 9, 8], 'x')), page([12, 11, 10], 'y'));
    // Check 9 stood on top, and has three in front of it now.
    expect(topOf(after) + 3).toBe(topOf(before));
  });

  it('is the same after a first page that changed nothing', () => {
    const state = grown(read(page([3, 2], 'a'), page([1], null)), page([4, 3], 'x'));
    expect(grown(state, page([4, 3], 'x'))).toEqual(state);
  });

  it('tells the date before a page that was pushed out', () => {
    const dated = (id: string, day: number) => checkSummary(id, { businessDate: `2026-11-${day}` });
    const first = (checks: ReturnType<typeof dated>[], nextCursor: string) => ({
      checkReportList: checks,
      nextCursor,
    });
    let state = read(first([dated('5', 20), dated('4', 19)], 'a'), page([1], null));
    state = grown(state, first([dated('6', 20), dated('5', 20)], 'x'));
    expect(placeOf(state, 2)?.dateBefore).toBe('2026-11-20');
    state = read(first([dated('5', 20), dated('4', 19)], 'a'), page([2, 1], null));
    state = grown(state, first([dated('6', 20), dated('5', 20)], 'x'));
    expect(placeOf(state, 3)).toMatchObject({ page: { cursor: 'a' }, dateBefore: '2026-11-19' });
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

describe('behindFresh', () => {
  const behind = (head: number[], fresh: number[]) => {
    const result = behindFresh(page(head, null).checkReportList, page(fresh, null).checkReportList);
    return result && ids(result).map(Number);
  };

  it('is what the fresh page does not reach, without what went before that', () => {
    expect(behind([5, 4, 3, 2], [6, 5, 3])).toEqual([2]);
  });

  it('is nothing where the two share no check', () => {
    expect(behind([2, 1], [9, 8])).toBeNull();
  });
});
