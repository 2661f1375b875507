import { type Consent, type CustomerConsentsRequest, useGetCustomerConsentsQuery } from '@/api';
import type { PageSource } from '@/components/data-list';

/** Entries a page. */
const PAGE_SIZE = 20;

/** Whose consents. */
export type ConsentsAsked = Omit<CustomerConsentsRequest, 'limit' | 'cursor'>;

/** What a guest agreed to and refused, newest first. */
export const consentPages: PageSource<ConsentsAsked, Consent> = {
  usePage: (asked, cursor) => {
    const page = cursor === undefined ? {} : { cursor };
    const { currentData, isError, refetch } = useGetCustomerConsentsQuery({
      customerConsentsRequest: { ...asked, ...page, limit: PAGE_SIZE },
    });
    return {
      rows: currentData?.body.consentList,
      next: currentData?.body.nextCursor ?? null,
      failed: isError,
      retry: () => void refetch(),
    };
  },
};
