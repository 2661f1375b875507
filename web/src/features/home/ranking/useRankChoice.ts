import { useCallback } from 'react';
import { useAddress } from '@/components/navigation/useAddress';
import type { RankBy, RankOrder } from './ranking';

/** The ranking's options, kept in the address, so that going back restores them. */
export function useRankChoice() {
  const { params, put } = useAddress();
  const by: RankBy = params.get('by') === 'change' ? 'change' : 'sales';
  const order: RankOrder = params.get('order') === 'worst' ? 'worst' : 'best';

  // Defaults are left out of the address.
  const rankBy = useCallback((next: RankBy) => put({ by: next === 'sales' ? null : next }), [put]);
  const turn = useCallback(() => put({ order: order === 'best' ? 'worst' : null }), [put, order]);
  return { by, order, rankBy, turn };
}
