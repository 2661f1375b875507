import type { Customer, CustomersListRequest, GuestSegment, GuestSort } from '@/api';
import { dateOf, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';

/** Which guests of a location, and in which order. */
export interface GuestFilter {
  /** `null`: everyone. */
  segment: GuestSegment | null;
  sort: GuestSort;
}

/** Everyone, the latest visit first. */
export const everyone: GuestFilter = { segment: null, sort: 'lastVisit' };

export const segments: readonly GuestSegment[] = [
  'away30',
  'away60',
  'away90',
  'firstTimers',
  'topSpenders',
];

export const sorts: readonly GuestSort[] = ['lastVisit', 'visits', 'spend'];

/** The filter as a request has it. */
export function filterFields({
  segment,
  sort,
}: GuestFilter): Pick<CustomersListRequest, 'segment' | 'sort'> {
  return { ...(segment !== null && { segment }), ...(sort !== everyone.sort && { sort }) };
}

type Visits = Pick<Customer, 'visits' | 'lastVisit'>;

/** `12 visits`, `1 visit`. */
export function visitCount(visits: number): string {
  const { visitOne, visits: several } = messages.guestList;
  return visits === 1 ? visitOne : several(formatCount(visits));
}

/** `Last visit Nov 20, 2026`. */
export function lastVisitOf({ lastVisit }: Visits): string {
  const words = messages.guestList;
  return lastVisit === null ? words.noVisit : `${words.lastVisit} ${formatDay(dateOf(lastVisit))}`;
}
