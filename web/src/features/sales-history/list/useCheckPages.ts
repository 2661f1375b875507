import { useCallback, useEffect, useRef } from 'react';
import { type CheckSearch, firstPageRead, isSameSearch, laterPageRead } from '@/state/checkList';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { useGetCheckPageQuery, useLazyGetCheckPageQuery } from './checksApi';

/**
 * The list of checks page by page. After a live event the first page alone is asked for again, and
 * merged into the list. `search` is to stay the same object for as long as it says the same.
 */
export function useCheckPages(search: CheckSearch) {
  const dispatch = useAppDispatch();
  const list = useAppSelector((state) => state.checkList);
  const first = useGetCheckPageQuery(search, { refetchOnReconnect: true });
  const [fetchLater, later] = useLazyGetCheckPageQuery();
  const busy = useRef(false);
  const page = first.currentData?.body;

  useEffect(() => {
    if (page !== undefined) {
      dispatch(firstPageRead({ search, page }));
    }
  }, [dispatch, search, page]);

  const { next } = list;
  const current = isSameSearch(list.search, search);
  const more = useCallback(async () => {
    if (!current || next === null || busy.current) {
      return;
    }
    busy.current = true;
    const { data } = await fetchLater({ ...search, cursor: next }, true);
    busy.current = false;
    if (data !== undefined) {
      dispatch(laterPageRead({ search, cursor: next, page: data.body }));
    }
  }, [dispatch, fetchLater, search, current, next]);

  const failedMore = later.isError && later.originalArgs?.cursor === next;
  return {
    /** The last list that was read, of whatever was looked for. */
    list,
    /** Whether it is the one that is looked for. */
    current,
    failed: !current && first.isError,
    retry: first.refetch,
    hasMore: next !== null,
    loadingMore: later.isFetching,
    failedMore,
    more,
  };
}
