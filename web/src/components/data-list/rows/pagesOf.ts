import { PAGE_SIZE, type PageSource } from './PagedRows';

/** What a list is asked for, without its pages. */
export type Asked<Request> = Omit<Request, 'limit' | 'cursor'>;

/** A call that lists by cursor, as far as it is needed. */
interface ListCall<Question, Answer> {
  Types: { QueryArg: Question; ResultType: Answer };
  useQuery: (
    question: Question,
    options: { refetchOnReconnect: boolean },
  ) => { currentData?: Answer | undefined; isError: boolean; refetch: () => unknown };
}

interface PagedCall<Request, Question, Body, Row> {
  call: ListCall<Question, { body: Body }>;
  /** What the call is asked with. */
  ask: (request: Request) => Question;
  rows: (body: Body) => readonly Row[];
  /** Rows a page. */
  size?: number;
}

/** The pages of a list that a call answers by cursor. A page that is shown stays where asking for it again fails. */
export function pagesOf<Request, Question, Body extends { nextCursor: string | null }, Row>({
  call,
  ask,
  rows,
  size = PAGE_SIZE,
}: PagedCall<Request, Question, Body, Row>): PageSource<Asked<Request>, Row> {
  return {
    usePage: (asked, cursor) => {
      const page = cursor === undefined ? {} : { cursor };
      const { currentData, isError, refetch } = call.useQuery(
        ask({ ...asked, ...page, limit: size } as Request),
        { refetchOnReconnect: true },
      );
      return {
        rows: currentData && rows(currentData.body),
        next: currentData?.body.nextCursor ?? null,
        failed: isError && currentData === undefined,
        retry: () => void refetch(),
      };
    },
  };
}
