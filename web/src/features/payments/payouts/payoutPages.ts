import { skipToken } from '@reduxjs/toolkit/query';
import { type Payout, useListPayoutsQuery } from '@/api';
import { PAGE_SIZE, type PageSource } from '@/components/data-list';

/** Milliseconds after which the newest page is read again: its time tells how new it is. */
const READ_AGAIN = 5 * 60_000;
/** Payouts that may be made in one second. */
const AT_ONCE = 100;

const newest = {
  pollingInterval: READ_AGAIN,
  skipPollingIfUnfocused: true,
  refetchOnFocus: true,
  refetchOnReconnect: true,
};

/** Whose payouts. */
export interface PayoutSearch {
  posID: string;
}

/** Payouts, newest first; a cursor is the last payout of the page before. */
export const payoutPages: PageSource<PayoutSearch, Payout> = {
  usePage: ({ posID }, cursor) => {
    const first = { posId: posID, limit: PAGE_SIZE };
    const { currentData, isError, refetch } = useListPayoutsQuery(
      cursor === undefined ? first : { ...first, startingAfter: cursor },
      cursor === undefined ? newest : { refetchOnReconnect: true },
    );
    const last = currentData?.data.at(-1);
    return {
      rows: currentData?.data,
      next: currentData?.has_more ? (last?.id ?? null) : null,
      failed: isError && currentData === undefined,
      retry: () => void refetch(),
    };
  },
};

/** Up to when the provider was read, as the newest page says; `undefined` while it is on its way. */
export function useAsOfPayouts({ posID }: PayoutSearch): number | null | undefined {
  return useListPayoutsQuery({ posId: posID, limit: PAGE_SIZE }, newest).currentData?.asOf;
}

/** A payout by its id, and the second in which it was made: there it is looked for. */
export interface PayoutId {
  id: string;
  at: number;
}

/** One payout. */
export function usePayout(posID: string, payout: PayoutId | null) {
  const { currentData, isError, refetch } = useListPayoutsQuery(
    payout === null
      ? skipToken
      : {
          posId: posID,
          created: { gt: payout.at - 1, lte: payout.at },
          limit: AT_ONCE,
        },
    { refetchOnReconnect: true },
  );
  return {
    payout: currentData?.data.find(({ id }) => id === payout?.id),
    missing: currentData !== undefined,
    failed: currentData === undefined && isError,
    retry: () => void refetch(),
  };
}
