import { useGetOnlineorderPayoutHistoryQuery, type WeekPayout } from '@/api';
import { PAGE_SIZE, type PageSource } from '@/components/data-list';

/** Whose weeks. */
export interface WeekSearch {
  sessionID: string;
  posID: string;
}

/** Weeks of online orders before the running one, newest first. */
export const weekPages: PageSource<WeekSearch, WeekPayout> = {
  usePage: (asked, cursor) => {
    const page = cursor === undefined ? {} : { cursor };
    const { currentData, isError, refetch } = useGetOnlineorderPayoutHistoryQuery(
      { payoutHistoryRequest: { ...asked, ...page, limit: PAGE_SIZE } },
      { refetchOnReconnect: true },
    );
    return {
      rows: currentData?.body.payoutHistoryList,
      next: currentData?.body.nextCursor ?? null,
      failed: isError && currentData === undefined,
      retry: () => void refetch(),
    };
  },
};
