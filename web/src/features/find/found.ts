import { api, type CheckSummary, type FindPaymentsApiArg, type FoundPayment } from '@/api';
import { checkKey } from '@/components/checks/checkWords';
import { pagesBy, pagesOf } from '@/components/data-list';

/** Statuses of payments, in the order of their chips. */
export const statuses = ['any', 'disputed', 'succeeded', 'refunded', 'failed', 'held'] as const;
type Status = (typeof statuses)[number];

/** Rows a page. */
const SIZE = 20;

export interface PaymentFilter {
  q: string;
  status: Status;
}

/** Card payments of all locations and dates, newest first. */
export const foundPayments = pagesBy({
  call: api.endpoints.findPayments,
  args: ({ q, status }: PaymentFilter, { limit, cursor }): FindPaymentsApiArg => ({
    limit,
    ...(q !== '' && { search: q }),
    ...(status !== 'any' && { status }),
    ...(cursor !== undefined && { cursor }),
  }),
  read: ({ data, nextCursor }) => ({ rows: data, next: nextCursor }),
  keyOf: ({ posID, id }: FoundPayment) => `${posID}/${id}`,
  size: SIZE,
});

/** Checks of all locations and dates, newest first. */
export const foundChecks = pagesOf({
  call: api.endpoints.findChecks,
  args: (findChecksRequest: { search: string }) => ({ findChecksRequest }),
  rows: ({ checkReportList }) => checkReportList,
  keyOf: (check: CheckSummary) => checkKey(check),
  size: SIZE,
});
