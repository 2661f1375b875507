import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { RankBy, RankOrder } from './ranking';

/** How locations are ranked; it stands in the address, so the way back finds it again. */
export function useRankChoice() {
  const [params, setParams] = useSearchParams();
  const by: RankBy = params.get('by') === 'change' ? 'change' : 'sales';
  const order: RankOrder = params.get('order') === 'worst' ? 'worst' : 'best';

  const put = useCallback(
    (name: string, value: string, usual: string) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === usual) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  const rankBy = useCallback((next: RankBy) => put('by', next, 'sales'), [put]);
  const turn = useCallback(
    () => put('order', order === 'best' ? 'worst' : 'best', 'best'),
    [put, order],
  );
  return { by, order, rankBy, turn };
}
