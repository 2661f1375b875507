/** A page of a list that is read by cursor, without its rows: its query holds them. */
export interface ChainPage {
  /** `undefined`: the first. */
  cursor: string | undefined;
  /** Rows on it. */
  count: number;
}

/** A list as far as it was read. */
export interface PageChain {
  pages: readonly ChainPage[];
  /** Cursor of the page that was not read yet; `null` at the end. */
  next: string | null;
}

export const emptyChain: PageChain = { pages: [], next: null };

/**
 * The chain after a page was read, for the first time or again. Where a page ends elsewhere than
 * before, the page behind it begins there; where it is now the last, those behind it are gone.
 */
export function pageRead(
  chain: PageChain,
  at: number,
  count: number,
  next: string | null,
): PageChain {
  const { pages } = chain;
  const before = pages[at];
  if (at > pages.length || (at > 0 && at === pages.length && chain.next === null)) {
    return chain;
  }
  const cursor = before?.cursor ?? (at === 0 ? undefined : (chain.next ?? undefined));
  const follower = pages[at + 1];
  if (before?.count === count && (follower === undefined ? chain.next : follower.cursor) === next) {
    return chain;
  }
  const read = [...pages.slice(0, at), { cursor, count }];
  if (next === null || follower === undefined) {
    return { pages: read, next };
  }
  return {
    pages: [...read, { ...follower, cursor: next }, ...pages.slice(at + 2)],
    next: chain.next,
  };
}

/** Rows that are known of. */
export function rowsOf({ pages }: PageChain): number {
  return pages.reduce((sum, { count }) => sum + count, 0);
}

/** The page that holds a row, and the row's place on it. */
export function pageOf(
  { pages }: PageChain,
  index: number,
): { page: ChainPage; number: number; at: number } | null {
  let first = 0;
  for (const [number, page] of pages.entries()) {
    if (index < first + page.count) {
      return { page, number, at: index - first };
    }
    first += page.count;
  }
  return null;
}
