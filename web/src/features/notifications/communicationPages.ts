import { type Communication, type CommunicationsRequest, useGetCommunicationsQuery } from '@/api';
import { PAGE_SIZE, type PageSource } from '@/components/data-list';
import { type BusinessDate, dateOf } from '@/lib/dates';

/** Which communications: one of the two lists, of a location or of all. */
export interface InboxSearch extends Pick<CommunicationsRequest, 'posID'> {
  list: NonNullable<CommunicationsRequest['list']>;
}

/** A communication, and the day that begins with it in the list. */
export interface InboxEntry {
  told: Communication;
  heading: BusinessDate | null;
}

const newest = { refetchOnFocus: true, refetchOnReconnect: true };

/** Communications, newest first. */
export const communicationPages: PageSource<InboxSearch, InboxEntry> = {
  usePage: (asked, cursor) => {
    const { after, day } = fromCursor(cursor);
    const page = after === undefined ? {} : { cursor: after };
    const { currentData, isError, refetch } = useGetCommunicationsQuery(
      { communicationsRequest: { ...asked, ...page, limit: PAGE_SIZE } },
      after === undefined ? newest : { refetchOnReconnect: true },
    );
    const told = currentData?.body.communicationList;
    const entries = told && entriesOf(told, day);
    const next = currentData?.body.nextCursor ?? null;
    const last = lastDay(told, day);
    return {
      rows: entries,
      next: next === null ? null : `${last} ${next}`,
      failed: isError,
      retry: () => void refetch(),
    };
  },
};

/** What is unread where the list is asked for; `undefined` while it is on its way. */
export function useUnreadThere(asked: InboxSearch) {
  const { currentData } = useGetCommunicationsQuery(
    { communicationsRequest: { ...asked, limit: PAGE_SIZE } },
    newest,
  );
  return currentData?.body.unread;
}

/** A cursor begins with the last day of the page before: the next page goes on in it. */
function fromCursor(cursor: string | undefined): { after?: string; day?: BusinessDate } {
  if (cursor === undefined) return {};
  const at = cursor.indexOf(' ');
  return { day: cursor.slice(0, at), after: cursor.slice(at + 1) };
}

function lastDay(told: readonly Communication[] | undefined, day = ''): BusinessDate {
  return (told ?? []).reduce(
    (earliest, { dateAdded }) => earlierOf(earliest, dateOf(dateAdded)),
    day,
  );
}

/** Of two dates the one before; the empty one counts as none. */
function earlierOf(a: BusinessDate, b: BusinessDate): BusinessDate {
  return a !== '' && a < b ? a : b;
}

/** Each row of a page asks for its rows. */
const known = new WeakMap<
  readonly Communication[],
  { day: BusinessDate | undefined; entries: readonly InboxEntry[] }
>();

/**
 * Communications with the days that begin among them. Clocks of two locations may show two dates at once: a day that
 * has begun does not begin again.
 */
export function entriesOf(
  list: readonly Communication[],
  day: BusinessDate | undefined,
): readonly InboxEntry[] {
  const before = known.get(list);
  if (before !== undefined && before.day === day) {
    return before.entries;
  }
  let running = day ?? '';
  const entries = list.map((told) => {
    const date = earlierOf(running, dateOf(told.dateAdded));
    const heading = date === running ? null : date;
    running = date;
    return { told, heading };
  });
  known.set(list, { day, entries });
  return entries;
}
