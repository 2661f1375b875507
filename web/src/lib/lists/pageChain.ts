import type { BusinessDate } from '../dates';
import { earlierDay } from './days';

/**
 * The pages of a list that is read by cursor, without their rows: the query of each page has them, and drops them when
 * they are out of sight. In place of infinite queries of RTK Query: those have the rows of all pages in one entry, read
 * all of them again after each live event, and lose the length of the list with the pages that `maxPages` drops,
 * because a cursor leads forward only.
 */
export interface PageChain {
  pages: readonly ChainPage[];
  /** Cursor of the page that was not read yet; `null` at the end. */
  next: string | null;
  /** Keys of the first page's rows. */
  keys: readonly string[];
  /** Position of the row on top: a row keeps its position, whatever comes in front of it. */
  top: number;
}

interface ChainPage {
  /** `undefined`: the first page. */
  cursor: string | undefined;
  /** Number of rows. */
  count: number;
  /** Number of rows to request, if less than a full page. */
  limit?: number;
  /** Earliest day up to the end of the page; empty if rows have no day. */
  day: BusinessDate;
}

/** A page as it was read. */
export interface LoadedPage extends Omit<ChainPage, 'limit'> {
  next: string | null;
  /** Keys of the rows of a first page. */
  keys: readonly string[];
}

export const emptyChain: PageChain = { pages: [], next: null, keys: [], top: 0 };

/**
 * The chain after a page was read, for the first time or again; `size` is the number of rows of a full page. Where a page
 * ends elsewhere than before, the page behind it begins there; if it is now the last, those behind it are dropped. Rows
 * that new ones push out of the first page get a page of their own: the pages behind need not be read again.
 */
export function addPage(chain: PageChain, read: LoadedPage, size: number): PageChain {
  const { pages } = chain;
  const { cursor, count, next } = read;
  const found = pages.findIndex((page) => page.cursor === cursor);
  const isNext = cursor === (pages.length === 0 ? undefined : chain.next);
  if (found < 0 && !isNext) return chain;

  const at = found < 0 ? pages.length : found;
  const before = pages[at];
  const page = { ...before, cursor, count, day: earlierDay(pages[at - 1]?.day ?? '', read.day) };
  const keys = at === 0 ? read.keys : chain.keys;
  const [behind, ...rest] = pages.slice(at + 1);
  const isSame =
    before?.count === count &&
    before.day === page.day &&
    (behind === undefined ? chain.next : behind.cursor) === next &&
    isSameList(chain.keys, keys);
  if (isSame) return chain;

  const pushed = at === 0 ? pushedOut(chain.keys, keys) : null;
  const added = pushed === null || before === undefined ? 0 : count + pushed - before.count;
  const grown = { ...chain, keys, top: chain.top - added };
  const pagesRead = [...pages.slice(0, at), page];
  if (next === null || behind === undefined) return { ...grown, pages: pagesRead, next };
  if (!pushed) return { ...grown, pages: [...pagesRead, { ...behind, cursor: next }, ...rest] };

  const isLast = rest.length === 0 && chain.next === null;
  if ((isLast || behind.limit !== undefined) && behind.count + pushed <= size) {
    const joined = { cursor: next, count: behind.count + pushed, day: behind.day };
    return {
      ...grown,
      pages: [...pagesRead, isLast ? joined : { ...joined, limit: joined.count }, ...rest],
    };
  }
  const pushedPage = { cursor: next, count: pushed, limit: pushed, day: before?.day ?? '' };
  return { ...grown, pages: [...pagesRead, pushedPage, behind, ...rest] };
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}

/** Rows of a first page for which a new one has no room; `null` if the two share no row. */
function pushedOut(before: readonly string[], now: readonly string[]): number | null {
  const keys = new Set(now);
  const lastShared = before.findLastIndex((key) => keys.has(key));
  return lastShared < 0 ? null : before.length - 1 - lastShared;
}

/** Number of rows on the pages that were read. */
export function rowsOf({ pages }: PageChain): number {
  return pages.reduce((sum, { count }) => sum + count, 0);
}

/** Position of a row. */
export interface RowPosition {
  page: ChainPage;
  /** Index on the page. */
  at: number;
  /** Earliest day before the page. */
  dayBefore: BusinessDate;
}

/** The page of a row, and the row's index on it. */
export function positionOf({ pages }: PageChain, index: number): RowPosition | null {
  let first = 0;
  let dayBefore = '';
  for (const page of pages) {
    if (index < first + page.count) return { page, at: index - first, dayBefore };
    first += page.count;
    dayBefore = page.day;
  }
  return null;
}
