import { type CustomerPointsRequest, type PointsEntry, useGetCustomerPointsQuery } from '@/api';
import type { PageSource } from '@/components/data-list';

/** Movements a page. */
const PAGE_SIZE = 20;

/** Whose movements. */
export type PointsAsked = Omit<CustomerPointsRequest, 'limit' | 'cursor'>;

/** What moved a guest's points, newest first. */
export const pointsPages: PageSource<PointsAsked, PointsEntry> = {
  usePage: (asked, cursor) => {
    const page = cursor === undefined ? {} : { cursor };
    const { currentData, isError, refetch } = useGetCustomerPointsQuery({
      customerPointsRequest: { ...asked, ...page, limit: PAGE_SIZE },
    });
    return {
      rows: currentData?.body.pointsList,
      next: currentData?.body.nextCursor ?? null,
      failed: isError,
      retry: () => void refetch(),
    };
  },
};
