import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import { type Payout, useListPayoutsQuery } from '@/api';
import { PAGE_SIZE, type PageSource } from '@/components/data-list';
import { everyMinutes } from '@/lib/polling/everyMinutes';

/** Payouts that are looked through at once; more are not made in one second. */
const AT_ONCE = 100;

/** The newest page is read again: its time tells how new it is. */
const newest = everyMinutes(5);

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

/** A payout by its id, and the second in which it was made: there it is looked for, `null` from the newest on. */
export interface PayoutId {
  id: string;
  at: number | null;
}

/** One payout. */
export function usePayout(posID: string, payout: PayoutId | null) {
  const id = payout?.id;
  const at = payout?.at ?? null;
  /** The payout whose later pages are read, and where the page begins. */
  const [place, setPlace] = useState<{ payout: string; after: string } | null>(null);
  const after = place !== null && place.payout === id ? place.after : undefined;
  const { currentData, isError, refetch } = useListPayoutsQuery(
    id === undefined
      ? skipToken
      : {
          posId: posID,
          limit: AT_ONCE,
          ...(at !== null && { created: { gt: at - 1, lte: at } }),
          ...(after !== undefined && { startingAfter: after }),
        },
    { refetchOnReconnect: true },
  );
  const found = currentData?.data.find((one) => one.id === id);
  const last =
    found === undefined && currentData?.has_more ? currentData.data.at(-1)?.id : undefined;
  const next = at === null ? last : undefined;
  useEffect(() => {
    if (id !== undefined && next !== undefined) setPlace({ payout: id, after: next });
  }, [id, next]);
  return {
    payout: found,
    missing: currentData !== undefined && next === undefined,
    failed: currentData === undefined && isError,
    retry: () => void refetch(),
  };
}
