import { type Promotion, type PromotionsRequest, useGetPromotionsQuery } from '@/api';
import { PAGE_SIZE, type PageSource } from '@/components/data-list';

/** Which promotions: of a location, with or without those that have ended. */
export type PromotionsAsked = Omit<PromotionsRequest, 'limit' | 'cursor'>;

export const promotionPages: PageSource<PromotionsAsked, Promotion> = {
  usePage: (asked, cursor) => {
    const { currentData, isError, refetch } = useGetPromotionsQuery(
      { promotionsRequest: { ...asked, limit: PAGE_SIZE, cursor } },
      { refetchOnReconnect: true },
    );
    return {
      rows: currentData?.body.promotionList,
      next: currentData?.body.nextCursor ?? null,
      failed: isError,
      retry: () => void refetch(),
    };
  },
};
