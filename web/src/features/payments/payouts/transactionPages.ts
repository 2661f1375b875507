import { type BalanceTransaction, useListPayoutTransactionsQuery } from '@/api';
import type { PageSource } from '@/components/data-list';

/** Transactions a page. */
const PAGE_SIZE = 100;

/** Which transactions: those of a payout. */
export interface TransactionsAsked {
  payoutId: string;
  posID: string;
}

/** What the first page is asked with. */
export function firstTransactions({ payoutId, posID }: TransactionsAsked) {
  return { id: payoutId, posId: posID, limit: PAGE_SIZE };
}

/** What is in a payout, newest first; a cursor is the last transaction of the page before. */
export const transactionPages: PageSource<TransactionsAsked, BalanceTransaction> = {
  usePage: (asked, cursor) => {
    const first = firstTransactions(asked);
    const { currentData, isError, refetch } = useListPayoutTransactionsQuery(
      cursor === undefined ? first : { ...first, startingAfter: cursor },
    );
    return {
      rows: currentData?.data,
      next: (currentData?.has_more ? currentData.data.at(-1)?.id : null) ?? null,
      failed: isError && currentData === undefined,
      retry: () => void refetch(),
    };
  },
};
