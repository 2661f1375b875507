import { useEffect, useState } from 'react';
import type { PageSource } from './pagesOf';

interface FoundRow<Row> {
  row: Row | undefined;
  /** Whether the row is on no page. */
  missing: boolean;
  failed: boolean;
  error: unknown;
  retry: () => void;
}

/**
 * One row of a list, searched for page after page. `key` names it; another key begins at the first page again. With
 * `null` as filter there is no search.
 */
export function useFoundRow<Filter, Row>(
  source: Pick<PageSource<Filter, Row>, 'usePage'>,
  filter: Filter | null,
  key: string | undefined,
  isSought: (row: Row) => boolean,
  limit: number,
): FoundRow<Row> {
  /** Key of the row that is searched for on a later page, and where that page begins. */
  const [later, setLater] = useState<{ key: string; cursor: string } | null>(null);
  const cursor = later !== null && later.key === key ? later.cursor : undefined;
  const { rows, next, failed, error, retry } = source.usePage(filter, cursor, limit);
  const row = rows?.find(isSought);
  const further = row === undefined ? next : null;
  useEffect(() => {
    if (key !== undefined && further !== null) setLater({ key, cursor: further });
  }, [key, further]);
  const missing = rows !== undefined && row === undefined && further === null;
  return { row, missing, failed, error, retry };
}
