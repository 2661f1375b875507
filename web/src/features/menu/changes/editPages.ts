import { type ItemEdit, type ItemEditsRequest, useGetItemEditsQuery } from '@/api';
import { PAGE_SIZE, type PageSource } from '@/components/data-list';

/** Whose changes: of a location, or of one of its items. */
export type EditsAsked = Omit<ItemEditsRequest, 'limit' | 'cursor'>;

export const editPages: PageSource<EditsAsked, ItemEdit> = {
  usePage: (asked, cursor) => {
    const { currentData, isError, refetch } = useGetItemEditsQuery(
      { itemEditsRequest: { ...asked, limit: PAGE_SIZE, cursor } },
      { refetchOnReconnect: true },
    );
    return {
      rows: currentData?.body.itemEditList,
      next: currentData?.body.nextCursor ?? null,
      failed: isError,
      retry: () => void refetch(),
    };
  },
};
