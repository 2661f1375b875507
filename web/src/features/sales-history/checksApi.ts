import { api, type CheckSummary, type InsideSalesRequest } from '@/api';

/** Checks a page. */
export const PAGE_SIZE = 50;

interface CheckPage {
  status: number;
  body: { checkReportList: CheckSummary[]; nextCursor: string | null };
  message: string;
}

/** Which checks: a location and its dates; the cursor is the page's. */
export type CheckSearch = Omit<InsideSalesRequest, 'limit' | 'cursor'>;

/** get-inside-sales page after page, newest first. */
const checksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listChecks: build.infiniteQuery<CheckPage, CheckSearch, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => page.body.nextCursor ?? undefined,
      },
      query: ({ queryArg, pageParam }) => ({
        url: '/api-restaurant-pos/restaurantpro/get-inside-sales',
        method: 'POST',
        body: { ...queryArg, limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
      }),
      providesTags: (_, __, { posID }) => [{ type: 'Checks', id: posID ?? 'all' }],
    }),
  }),
});

export const { useListChecksInfiniteQuery } = checksApi;
