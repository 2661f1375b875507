import {
  type ListPaymentIntentsApiArg,
  type PaymentIntent,
  useListPaymentIntentsQuery,
} from '@/api';
import { PAGE_SIZE, type PageSource } from '@/components/data-list';
import {
  addDays,
  type BusinessDate,
  businessDateAt,
  businessDayStart,
  type DateRange,
  dateOf,
} from '@/lib/dates';
import { everyMinutes } from '@/lib/polling/everyMinutes';

/** Payments of the first page: three days of fifty. */
const FIRST_PAGE = 150;

/** Which payments: those of a location in a span of business dates, as seconds of its clock. */
export interface PaymentSearch {
  posID: string;
  timeZone: string;
  /** Later than this. */
  after: number;
  /** Not later than this. */
  until: number;
}

/** A payment, and the day that begins with it in the list. */
export interface PaymentEntry {
  payment: PaymentIntent;
  heading: BusinessDate | null;
}

/** The payments of whole business dates. */
export function searchOf(
  { posID, timeZone }: Pick<PaymentSearch, 'posID' | 'timeZone'>,
  { startDate, endDate }: DateRange,
): PaymentSearch {
  return {
    posID,
    timeZone,
    after: businessDayStart(startDate, timeZone) - 1,
    until: businessDayStart(addDays(dateOf(endDate), 1), timeZone) - 1,
  };
}

function firstPage({ posID, after, until }: PaymentSearch): ListPaymentIntentsApiArg {
  return { posId: posID, created: { gt: after, lte: until }, limit: FIRST_PAGE };
}

/** The newest page is read again: its time tells how new it is. */
const newest = everyMinutes(5);

/** Card payments, newest first. */
export const paymentPages: PageSource<PaymentSearch, PaymentEntry> = {
  usePage: (asked, cursor) => {
    const { id, day } = fromCursor(cursor);
    const first = firstPage(asked);
    const { currentData, isError, refetch } = useListPaymentIntentsQuery(
      id === undefined ? first : { ...first, limit: PAGE_SIZE, startingAfter: id },
      id === undefined ? newest : { refetchOnReconnect: true },
    );
    const payments = currentData?.data;
    const last = payments?.at(-1);
    return {
      rows: payments && entriesOf(payments, asked.timeZone, day),
      next:
        currentData?.has_more && last !== undefined
          ? `${last.id} ${businessDateAt(last.created, asked.timeZone)}`
          : null,
      failed: isError && currentData === undefined,
      retry: () => void refetch(),
    };
  },
};

/** Up to when the provider was read, as the newest page says; `undefined` while it is on its way. */
export function useAsOfPayments(asked: PaymentSearch): number | null | undefined {
  return useListPaymentIntentsQuery(firstPage(asked), newest).currentData?.asOf;
}

/** A cursor is the last payment of the page before, and its day: the next page goes on in it. */
function fromCursor(cursor: string | undefined): { id?: string; day?: BusinessDate } {
  const [id, day] = cursor?.split(' ') ?? [];
  return { ...(id !== undefined && { id }), ...(day !== undefined && { day }) };
}

/** Each row of a page asks for its rows. */
const known = new WeakMap<
  readonly PaymentIntent[],
  { timeZone: string; day: BusinessDate | undefined; entries: readonly PaymentEntry[] }
>();

function entriesOf(
  payments: readonly PaymentIntent[],
  timeZone: string,
  day: BusinessDate | undefined,
): readonly PaymentEntry[] {
  const before = known.get(payments);
  if (before?.timeZone === timeZone && before.day === day) {
    return before.entries;
  }
  let running = day;
  const entries = payments.map((payment) => {
    const date = businessDateAt(payment.created, timeZone);
    const heading = date === running ? null : date;
    running = date;
    return { payment, heading };
  });
  known.set(payments, { timeZone, day, entries });
  return entries;
}
