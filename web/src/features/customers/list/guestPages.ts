import { type Customer, useGetCustomersListQuery } from '@/api';
import { PAGE_SIZE, type PageSource } from '@/components/data-list';

/** Which guests: those of a location, and the words looked for. */
export interface GuestSearch {
  sessionID: string;
  posID: string;
  search?: string;
}

/** Guests, who came last first. */
export const guestPages: PageSource<GuestSearch, Customer> = {
  usePage: (asked, cursor) => {
    const page = cursor === undefined ? {} : { cursor };
    const { currentData, isError, refetch } = useGetCustomersListQuery(
      { customersListRequest: { ...asked, ...page, limit: PAGE_SIZE } },
      { refetchOnReconnect: true },
    );
    return {
      rows: currentData?.body.customerList,
      next: currentData?.body.nextCursor ?? null,
      failed: isError,
      retry: () => void refetch(),
    };
  },
};
