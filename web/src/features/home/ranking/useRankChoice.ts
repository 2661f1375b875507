import { useCallback } from 'react';
import { useAddress } from '@/components/navigation/useAddress';
import type { RankBy, RankOrder } from './ranking';

/** How locations are ranked; it stands in the address, so the way back finds it again. */
export function useRankChoice() {
  const { params, put } = useAddress();
  const by: RankBy = params.get('by') === 'change' ? 'change' : 'sales';
  const order: RankOrder = params.get('order') === 'worst' ? 'worst' : 'best';

  // What is usual is not named.
  const rankBy = useCallback((next: RankBy) => put({ by: next === 'sales' ? null : next }), [put]);
  const turn = useCallback(() => put({ order: order === 'best' ? 'worst' : null }), [put, order]);
  return { by, order, rankBy, turn };
}
