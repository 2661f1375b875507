import { type Item, type ItemsListRequest, useGetItemsListQuery } from '@/api';
import { PAGE_SIZE, type PageSource } from '@/components/data-list';

/** Which items: of a location, those that run out, those with these words. */
export type ItemsAsked = Omit<ItemsListRequest, 'limit' | 'cursor'>;

export const itemPages: PageSource<ItemsAsked, Item> = {
  usePage: (asked, cursor) => {
    const { currentData, isError, refetch } = useGetItemsListQuery(
      { itemsListRequest: { ...asked, limit: PAGE_SIZE, cursor } },
      { refetchOnReconnect: true },
    );
    return {
      rows: currentData?.body.itemList,
      next: currentData?.body.nextCursor ?? null,
      failed: isError,
      retry: () => void refetch(),
    };
  },
};
