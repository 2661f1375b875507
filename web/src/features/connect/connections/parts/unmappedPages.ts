import { connectApi, type GetUnmappedRequest, type UnmappedObject } from '@/api/connect';
import { pagesOf } from '@/components/data-list';

/** What of a POS could not be read, page after page. */
export const unmappedPages = pagesOf({
  call: connectApi.endpoints.getUnmapped,
  args: (getUnmappedRequest: GetUnmappedRequest) => ({ getUnmappedRequest }),
  rows: ({ unmappedList }: { unmappedList: UnmappedObject[]; nextCursor: string | null }) =>
    unmappedList,
  keyOf: ({ kind, externalID }) => `${kind}/${externalID}`,
});
