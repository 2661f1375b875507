/**
 * Addresses of linked pages with their query: figure, report, checks, item. Pages read the same names from their query.
 */

/** A span of business dates, `YYYY-MM-DD` or in the API's format, and search words. */
export interface Span {
  from?: string;
  to?: string;
  q?: string;
}

function address(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') params.set(name, value);
  }
  const search = params.toString();
  return search === '' ? path : `${path}?${search}`;
}

function written({ from, to, q }: Span): Record<string, string | undefined> {
  return { from: from?.slice(0, 10), to: to?.slice(0, 10), q };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return DATE.test(text) && !Number.isNaN(time);
}

/** The span in an address, without parts that are no date. */
export function spanFrom(params: URLSearchParams): Span {
  const span: Span = {};
  const from = params.get('from') ?? '';
  const to = params.get('to') ?? '';
  const q = params.get('q')?.trim() ?? '';
  if (isDate(from)) span.from = from;
  if (isDate(to)) span.to = to;
  if (q !== '') span.q = q;
  return span;
}

/** The part of the address of checks that narrows them to those with exceptions. */
export const EXCEPTIONS = 'exceptions';

/**
 * The checks of a span, or only those with `exceptions`; `posID` selects a location, `q` is the search, `check`
 * (posID/posCheckID) is opened.
 */
export function salesHistoryPath({
  posID,
  check,
  exceptions = false,
  ...span
}: Span & { posID?: string; check?: string; exceptions?: boolean } = {}): string {
  const only = exceptions ? '1' : undefined;
  return address('/home/sales-history', { ...written(span), [EXCEPTIONS]: only, posID, check });
}

/** The open checks; `posID` selects a location. */
export function openChecksPath({ posID }: { posID?: string } = {}): string {
  return address('/home/open-checks', { posID });
}

/**
 * The card payments of a span; `posID` selects a location; the one with the provider's id `payment` is opened, or the one whose charge `charge` was
 * made at `at` (seconds since 1970).
 */
export function transactionsPath({
  posID,
  payment,
  charge,
  at,
  ...span
}: Omit<Span, 'q'> & {
  posID?: string;
  payment?: string;
  charge?: string;
  at?: number;
} = {}): string {
  return address('/stripe-transactions', {
    ...written(span),
    posID,
    payment,
    charge,
    at: at?.toString(),
  });
}

/** Payouts; the one with the provider's id `payout`, made at `at` (seconds since 1970), is opened. */
export function payoutsPath({ payout, at }: { payout?: string; at?: number } = {}): string {
  return address('/stripe-payouts', { payout, at: at?.toString() });
}

/** A tab of the daily reports; `posID` selects a location, `q` is the search in its rows. */
export function dailySalesPath({
  tab,
  posID,
  ...span
}: Span & { tab?: string; posID?: string } = {}): string {
  return address('/home/daily-sales', { tab, ...written(span), posID });
}

/** The wages of a location; `posID` selects it. */
export function wagesPath({ posID }: { posID?: string } = {}): string {
  return address('/admin-configuration/wages', { posID });
}

/** The inbox; the communication with this id is opened. */
export function inboxPath(id?: string): string {
  return address('/notifications', { id });
}

/** The subject of a communication, and its location. */
export interface Subject {
  posID: string;
  kind: string | null;
  target: { kind: string; id: string } | null;
}

/** The page of a communication's subject, at its location; `null` without one. */
export function subjectPath({ posID, kind, target }: Subject): string | null {
  const id = target?.id;
  switch (target?.kind) {
    case 'check':
      return salesHistoryPath({ posID, check: `${posID}/${id}` });
    case 'item':
      return address('/home/menu', { posID, item: `${posID}/${id}` });
    case 'payout':
      return address('/stripe-payouts', { posID, payout: id });
    case 'payment':
      return address('/stripe-transactions', { posID, payment: id });
    case 'dispute':
      // The provider named no payment: the disputed ones are marked in the list.
      return address('/stripe-transactions', { posID });
    case 'campaign':
      return address(`/email-marketing/campaigns/${encodeURIComponent(id ?? '')}`, { posID });
    case 'import':
    case 'connection':
      return address(`/admin-configuration/${target.kind}s/${encodeURIComponent(id ?? '')}`, {
        posID,
      });
    case 'report':
      return dailySalesPath({
        posID,
        from: id,
        to: id,
        ...(kind === 'laborHigh' && { tab: 'labor' }),
      });
    default:
      return null;
  }
}

/** The communication that an address marks as viewed. */
export const VIEWED = 'viewed';

/** Target of a tap on a push. */
export function pushPath({
  id,
  posID,
  kind,
  target,
}: Omit<Subject, 'posID'> & { id: string; posID: string | null }): string {
  // One push for several that waited has no subject of its own.
  if (kind === 'several' || posID === null) return inboxPath();
  const path = subjectPath({ posID, kind, target });
  return path === null ? inboxPath(id) : `${path}&${VIEWED}=${encodeURIComponent(id)}`;
}

/** The search over payments and checks of all locations and dates. */
export function findPath(q?: string): string {
  return address('/find', { q });
}
