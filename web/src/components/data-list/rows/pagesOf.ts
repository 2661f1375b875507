import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { skipToken } from '@reduxjs/toolkit/query';
import { once } from '@/api';
import type { BusinessDate } from '@/lib/dates';
import { runningDays } from '@/lib/lists/days';
import type { AppDispatch, RootState } from '@/state/store/rootReducer';

/** Rows a page. */
const PAGE_SIZE = 50;
/** As many rows as the API gives at once. */
const MOST_ROWS = 500;

/** The filter of a list, without its pages: a location, dates, search words. */
export type ListFilter<Request> = Omit<Request, 'limit' | 'cursor'>;

/** The state of a page's query. */
interface PageAnswer<Row> {
  /** `undefined` while it is on its way for the first time. */
  rows: readonly Row[] | undefined;
  /** The day of each row, if rows have one. */
  days: readonly BusinessDate[];
  /** Cursor of the page behind it; `null` on the last. */
  next: string | null;
  /** Whether it cannot be shown. A shown page stays if reading it again fails. */
  failed: boolean;
  /** Why not. */
  error: unknown;
  retry: () => void;
}

/** Rows of a page, and the cursor of the page behind it. */
interface PageOfRows<Row> {
  rows: readonly Row[];
  next: string | null;
}

/** The pages of a list. */
export interface PageSource<Filter, Row> {
  /** Rows of a page after the first. */
  size: number;
  /** A hook over the query of a page, the first without a cursor; with `null` it reads nothing. */
  usePage: (filter: Filter | null, cursor?: string, limit?: number) => PageAnswer<Row>;
  /** Reads a page of as many rows as there may be. */
  load: (filter: Filter, cursor?: string) => (dispatch: AppDispatch) => Promise<PageOfRows<Row>>;
  /** Identifies rows, so that they are recognised when new ones come in front. */
  keyOf?: (row: Row) => string;
}

/** When a page is read again although it is not stale. */
interface Refetching {
  pollingInterval?: number;
  refetchOnFocus?: boolean;
  refetchOnReconnect?: boolean;
}

const noDays: readonly BusinessDate[] = [];

const onReconnect: Refetching = { refetchOnReconnect: true };

/** A call that answers with a page, as far as it is needed. */
interface ListCall<Args, Answer> {
  Types: { QueryArg: Args; ResultType: Answer };
  useQuery: (
    args: Args | typeof skipToken,
    options: Refetching,
  ) => {
    currentData?: Answer | undefined;
    isError: boolean;
    error?: unknown;
    refetch: () => unknown;
  };
  initiate: (
    args: Args,
    options: { forceRefetch: true },
  ) => ThunkAction<
    { unwrap: () => Promise<Answer>; unsubscribe: () => void },
    RootState,
    undefined,
    UnknownAction
  >;
}

interface RowOptions<Filter, Row> {
  keyOf?: (row: Row) => string;
  /** The day under which a row stands. */
  dayOf?: (row: Row, filter: Filter) => BusinessDate;
  /** Rows a page. */
  size?: number;
  /** Rows of the first page, if it has more. */
  firstSize?: number;
  /** When the first page is read again. */
  refetchFirst?: Refetching;
}

interface PagedCall<Filter, Args, Answer, Row> extends RowOptions<Filter, Row> {
  call: ListCall<Args, Answer>;
  /** The arguments of the call. */
  args: (filter: Filter, page: { limit: number; cursor?: string }) => Args;
  read: (answer: Answer) => PageOfRows<Row>;
}

/** The pages of a list from a call. */
export function pagesBy<Filter, Args, Answer, Row>({
  call,
  args,
  read,
  keyOf,
  dayOf,
  size = PAGE_SIZE,
  firstSize = size,
  refetchFirst = onReconnect,
}: PagedCall<Filter, Args, Answer, Row>) {
  const argsOf = (filter: Filter, cursor: string | undefined, limit?: number) =>
    args(filter, {
      limit: limit ?? (cursor === undefined ? firstSize : size),
      ...(cursor !== undefined && { cursor }),
    });
  /** Each row of a page reads the page's days. */
  const cached = new WeakMap<readonly Row[], readonly BusinessDate[]>();
  const daysOf = (filter: Filter, rows: readonly Row[]) => {
    if (dayOf === undefined) return noDays;
    const days = cached.get(rows) ?? runningDays(rows.map((row) => dayOf(row, filter)));
    cached.set(rows, days);
    return days;
  };
  return {
    size,
    keyOf,
    usePage: (filter: Filter | null, cursor?: string, limit?: number): PageAnswer<Row> => {
      const isFirst = cursor === undefined && limit === undefined;
      const { currentData, isError, error, refetch } = call.useQuery(
        filter === null ? skipToken : argsOf(filter, cursor, limit),
        isFirst ? refetchFirst : onReconnect,
      );
      const page = currentData && read(currentData);
      return {
        rows: page?.rows,
        days: page === undefined || filter === null ? noDays : daysOf(filter, page.rows),
        next: page?.next ?? null,
        failed: isError && currentData === undefined,
        error,
        retry: () => void refetch(),
      };
    },
    /** The whole answer of the first page. */
    useFirst: (filter: Filter) =>
      call.useQuery(argsOf(filter, undefined), refetchFirst).currentData,
    load: (filter: Filter, cursor?: string) => async (dispatch: AppDispatch) =>
      read(
        await once(
          dispatch(call.initiate(argsOf(filter, cursor, MOST_ROWS), { forceRefetch: true })),
        ),
      ),
  };
}

interface EnvelopedCall<Request, Args, Body, Row> extends RowOptions<ListFilter<Request>, Row> {
  call: ListCall<Args, { body: Body }>;
  /** The arguments of the call. */
  args: (request: Request) => Args;
  rows: (body: Body) => readonly Row[];
}

/** The pages of a list from a call of the main API. */
export function pagesOf<Request, Args, Body extends { nextCursor: string | null }, Row>({
  args,
  rows,
  ...rest
}: EnvelopedCall<Request, Args, Body, Row>) {
  return pagesBy({
    ...rest,
    args: (filter: ListFilter<Request>, page) => args({ ...filter, ...page } as Request),
    // A cursor that is empty or missing ends the list as null does.
    read: ({ body }) => ({ rows: rows(body), next: body.nextCursor || null }),
  });
}
