import { connectApi, type GetProofsRequest, type Proof } from '@/api/connect';
import { pagesOf } from '@/components/data-list';

/** Days beside what the POS itself counted, page after page. */
export const proofPages = pagesOf({
  call: connectApi.endpoints.getProofs,
  args: (getProofsRequest: GetProofsRequest) => ({ getProofsRequest }),
  rows: ({ proofList }: { proofList: Proof[]; nextCursor: string | null }) => proofList,
  keyOf: ({ businessDate }) => businessDate,
});
