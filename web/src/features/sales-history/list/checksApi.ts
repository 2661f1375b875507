import { api } from '@/api';
import { sessionCall } from '@/api/session';
import { tagOf } from '@/api/tags';
import type { CheckPage, CheckSearch } from '@/state/checkList';

/** Checks a page. */
export const PAGE_SIZE = 50;

/** Seconds for which a page that went out of sight is kept. */
const KEPT_SECONDS = 20;

interface CheckPageAnswer {
  status: number;
  body: CheckPage;
  message: string;
}

/** A page of get-inside-sales, newest first; without a cursor the first. */
const checksApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCheckPage: build.query<CheckPageAnswer, CheckSearch & { cursor?: string }>({
      query: (asked) => ({
        url: sessionCall('get-inside-sales'),
        method: 'POST',
        body: { ...asked, limit: PAGE_SIZE },
      }),
      keepUnusedDataFor: KEPT_SECONDS,
      // What happens live happens on the first page; the others are read again when they return.
      providesTags: (_, __, { posID, cursor }) =>
        cursor === undefined ? [tagOf('Checks', posID)] : [],
    }),
  }),
});

export const { useGetCheckPageQuery, useLazyGetCheckPageQuery } = checksApi;
