import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { CheckSummary, InsideSalesRequest } from '@/api';
import { sessionEnded } from '@/api/session';

/** Which checks: a location, its dates, the words looked for. */
export type CheckSearch = Omit<InsideSalesRequest, 'limit' | 'cursor'>;

/** Body of get-inside-sales. */
export interface CheckPage {
  checkReportList: readonly CheckSummary[];
  nextCursor: string | null;
}

/** A page after the first, without its checks: they are asked for again when they come in sight. */
interface LaterPage {
  cursor: string;
  /** Place of its first check; the check behind the first page that was ever read stands at 0. */
  start: number;
  count: number;
  /** Business date of its last check. */
  lastDate: string;
}

/** The list of checks as far as it was read, newest first; its memory is that of its pages in sight. */
export interface CheckListState {
  /** What is listed; `null` before the first answer. */
  search: CheckSearch | null;
  /** The first page. */
  head: CheckSummary[];
  pages: LaterPage[];
  /** Cursor of the page that was not read yet; `null` at the end. */
  next: string | null;
}

const initialState: CheckListState = { search: null, head: [], pages: [], next: null };

/** Key of a check: its id is unique within its location only. */
export function checkKey(check: Pick<CheckSummary, 'posID' | 'posCheckID'>): string {
  return `${check.posID}/${check.posCheckID}`;
}

/** Whether two searches list the same checks. */
export function isSameSearch(a: CheckSearch | null, b: CheckSearch | null): boolean {
  if (a === null || b === null) {
    return a === b;
  }
  return (
    a.posID === b.posID &&
    a.startDate === b.startDate &&
    a.endDate === b.endDate &&
    a.search === b.search
  );
}

/**
 * Checks of the first page that stand behind a fresh one: they made room for what came since. `null` where the two share
 * no check: then more came than one page holds.
 */
export function behindFresh(
  head: readonly CheckSummary[],
  fresh: readonly CheckSummary[],
): CheckSummary[] | null {
  const keys = new Set(fresh.map(checkKey));
  const lastShared = head.findLastIndex((check) => keys.has(checkKey(check)));
  return lastShared < 0 ? null : head.slice(lastShared + 1);
}

const slice = createSlice({
  name: 'checkList',
  initialState,
  reducers: {
    /** The first page was read, for the first time or again after something changed. */
    firstPageRead(state, action: PayloadAction<{ search: CheckSearch; page: CheckPage }>) {
      const { search, page } = action.payload;
      const fresh = [...page.checkReportList];
      const cursor = page.nextCursor;
      const known = isSameSearch(state.search, search) && cursor !== null;
      const behind = known ? behindFresh(state.head, fresh) : null;
      if (!known || behind === null) {
        return { search, head: fresh, pages: [], next: cursor };
      }
      state.head = fresh;
      const last = behind.at(-1);
      if (last === undefined) return;
      const [first] = state.pages;
      const start = headEnd(state) - behind.length;
      const count = behind.length + (first?.count ?? 0);
      // A page that has one behind it is full.
      if (first !== undefined && count <= fresh.length) {
        state.pages[0] = { ...first, cursor, start, count };
      } else {
        const { businessDate: lastDate } = last;
        state.pages.unshift({ cursor, start, count: behind.length, lastDate });
      }
    },
    /** The page behind the last one was read. */
    laterPageRead(
      state,
      action: PayloadAction<{ search: CheckSearch; cursor: string; page: CheckPage }>,
    ) {
      const { search, cursor, page } = action.payload;
      if (!isSameSearch(state.search, search) || state.next !== cursor) return;
      const last = page.checkReportList.at(-1);
      const before = state.pages.at(-1);
      if (last !== undefined) {
        state.pages.push({
          cursor,
          start: before === undefined ? 0 : before.start + before.count,
          count: page.checkReportList.length,
          lastDate: last.businessDate,
        });
      }
      state.next = page.nextCursor;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(sessionEnded, () => initialState);
  },
});

export const { firstPageRead, laterPageRead } = slice.actions;
export const checkListReducer = slice.reducer;

/** Place of the check behind the head. */
function headEnd({ pages }: Pick<CheckListState, 'pages'>): number {
  return pages[0]?.start ?? 0;
}

/** Checks that are known of. */
export function countOf({ head, pages }: CheckListState): number {
  const last = pages.at(-1);
  return last === undefined
    ? head.length
    : head.length + last.start + last.count - headEnd({ pages });
}

/** Place of the row on top: a row's place stays its check's, whatever comes in front. */
export function topOf({ head, pages }: CheckListState): number {
  return headEnd({ pages }) - head.length;
}

/** Where a row behind the head stands. */
export interface PlaceInPage {
  page: LaterPage;
  /** Its place in the page. */
  at: number;
  /** Business date of the check before the page. */
  dateBefore: string | undefined;
}

/** The page that holds a row behind the head. */
export function placeOf(list: CheckListState, index: number): PlaceInPage | null {
  const { head, pages } = list;
  const place = topOf(list) + index;
  let low = 0;
  let high = pages.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pages[middle]?.start ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  const page = pages[low];
  if (page === undefined || place < page.start) {
    return null;
  }
  const dateBefore = low === 0 ? head.at(-1)?.businessDate : pages[low - 1]?.lastDate;
  return { page, at: place - page.start, dateBefore };
}
