/**
 * Addresses of the pages that lead into one another, with what they show: figure, report, checks,
 * item. Pages read the same names from their query.
 */

/** A span of business dates, `YYYY-MM-DD` or in the API's format, and words to look for. */
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

/** The span that an address names; what is no date is left out. */
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

/** The checks of a span; `posID` selects a location, `q` is looked for, `check` (posID/posCheckID) is opened. */
export function salesHistoryPath({
  posID,
  check,
  ...span
}: Span & { posID?: string; check?: string } = {}): string {
  return address('/home/sales-history', { ...written(span), posID, check });
}

/**
 * The card payments of a span; the one with the provider's id `payment` is opened, or the one whose charge `charge` was
 * made at `at` (seconds since 1970).
 */
export function transactionsPath({
  payment,
  charge,
  at,
  ...span
}: Omit<Span, 'q'> & { payment?: string; charge?: string; at?: number } = {}): string {
  return address('/stripe-transactions', {
    ...written(span),
    payment,
    charge,
    at: at?.toString(),
  });
}

/** Payouts; the one with the provider's id `payout`, made at `at` (seconds since 1970), is opened. */
export function payoutsPath({ payout, at }: { payout?: string; at?: number } = {}): string {
  return address('/stripe-payouts', { payout, at: at?.toString() });
}

/** A tab of the daily reports; `q` is looked for in its rows. */
export function dailySalesPath({ tab, ...span }: Span & { tab?: string } = {}): string {
  return address('/home/daily-sales', { tab, ...written(span) });
}
