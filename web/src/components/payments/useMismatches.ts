import { type SkipToken, skipToken } from '@reduxjs/toolkit/query';
import { api, type ListReviewsApiArg, useListReviewsQuery } from '@/api';
import { pagesBy } from '@/components/data-list';
import { formatMinor } from '@/lib/money';

/** Which mismatches of a location. */
export interface MismatchFilter {
  posID: string;
  state: 'open' | 'resolved' | 'all';
}

/** Entries a page. */
const PAGE_SIZE = 50;

function argsOf({ posID, state }: MismatchFilter): ListReviewsApiArg {
  return { posId: posID, limit: PAGE_SIZE, ...(state !== 'all' && { state }) };
}

/** Mismatches, newest first. */
export const mismatchPages = pagesBy({
  call: api.endpoints.listReviews,
  args: (filter: MismatchFilter, { cursor }): ListReviewsApiArg => ({
    ...argsOf(filter),
    ...(cursor !== undefined && { cursor }),
  }),
  read: ({ data, nextCursor }) => ({ rows: data, next: nextCursor }),
  keyOf: ({ id }) => id,
  size: PAGE_SIZE,
});

/** Number and sums of the open mismatches of a location; none without one. */
export function useOpenMismatches(posID: string | SkipToken) {
  const { currentData, isError, error, refetch } = useListReviewsQuery(
    posID === skipToken ? skipToken : argsOf({ posID, state: 'open' }),
    { refetchOnReconnect: true },
  );
  const open = currentData?.open ?? null;
  return {
    open: open && {
      count: open.count,
      sum: open.sums.map(({ amount, currency }) => formatMinor(amount, currency)).join(' + '),
    },
    failed: open === null && isError,
    error,
    retry: () => void refetch(),
  };
}
