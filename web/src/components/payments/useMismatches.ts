import { type SkipToken, skipToken } from '@reduxjs/toolkit/query';
import { type Mismatch, type MismatchKind, useListMismatchesQuery } from '@/api';

/** Mismatches of one kind. */
export interface KindOfMismatch {
  kind: MismatchKind;
  rows: readonly Mismatch[];
  /** Further ones exist. */
  more: boolean;
}

/** Most mismatches of each kind. */
export const SHOWN = 100;

/** Differences between till and provider at a location; none without one. */
export function useMismatches(posID: string | SkipToken) {
  const kinds = [
    useKind(posID, 'unknown_to_provider'),
    useKind(posID, 'without_check'),
    useKind(posID, 'payout_differs'),
  ];
  return {
    kinds: kinds.filter(({ rows }) => rows.length > 0),
    count: kinds.reduce((sum, { rows }) => sum + rows.length, 0),
    more: kinds.some(({ more }) => more),
    /** No count yet. */
    loading: kinds.some(({ loading }) => loading),
    failed: kinds.some(({ failed }) => failed),
    error: kinds.find(({ failed }) => failed)?.error,
    retry: () => {
      for (const { failed, retry } of kinds) if (failed) retry();
    },
  };
}

function useKind(posID: string | SkipToken, kind: MismatchKind) {
  const { currentData, isError, error, refetch } = useListMismatchesQuery(
    posID === skipToken ? skipToken : { posId: posID, kind, limit: SHOWN },
    { refetchOnReconnect: true },
  );
  return {
    kind,
    rows: currentData?.data ?? [],
    more: currentData?.has_more ?? false,
    loading: currentData === undefined,
    failed: currentData === undefined && isError,
    error,
    retry: () => void refetch(),
  };
}
