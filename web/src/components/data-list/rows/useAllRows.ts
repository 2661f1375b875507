import { useCallback, useEffect, useState } from 'react';
import { useAppDispatch } from '@/state/hooks';
import type { AppDispatch } from '@/state/store/rootReducer';
import type { PageSource } from './pagesOf';

export interface AllRows<Row> {
  state: 'loading' | 'failed' | 'loaded';
  /** As far as they are there. */
  rows: readonly Row[];
  /** Why they could not be read. */
  error?: unknown;
  retry: () => void;
}

type Answer<Row> = Pick<AllRows<Row>, 'state' | 'rows' | 'error'>;

/** All rows of a list, page after page. `filter` is to stay the same object; `null`, which lists nothing, is a failure. */
export function useAllRows<Filter, Row>(
  source: Pick<PageSource<Filter, Row>, 'load'>,
  filter: Filter | null,
): AllRows<Row> {
  const dispatch = useAppDispatch();
  const [answer, setAnswer] = useState<Answer<Row>>({ state: 'loading', rows: [] });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again.
  useEffect(() => {
    let wanted = true;
    const set = (loaded: Answer<Row>) => {
      if (wanted) setAnswer(loaded);
    };
    const load = (of: Filter) =>
      loadAll(dispatch, source, of, (rows, isAll) => {
        set({ state: isAll ? 'loaded' : 'loading', rows });
        return wanted;
      });
    const fail = (error?: unknown) => set({ state: 'failed', rows: [], error });
    set({ state: 'loading', rows: [] });
    if (filter === null) fail();
    else load(filter).catch(fail);
    return () => {
      wanted = false;
    };
  }, [dispatch, source, filter, attempt]);

  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  return { ...answer, retry };
}

/** Reads all rows of a list, page after page, as long as `onPage` wants more of them. */
export async function loadAll<Filter, Row>(
  dispatch: AppDispatch,
  source: Pick<PageSource<Filter, Row>, 'load'>,
  filter: Filter,
  onPage: (rows: readonly Row[], isAll: boolean) => boolean = () => true,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await dispatch(source.load(filter, cursor));
    rows.push(...page.rows);
    cursor = page.next ?? undefined;
  } while (onPage([...rows], cursor === undefined) && cursor !== undefined);
  return rows;
}
