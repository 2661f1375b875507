import { failureText, isApiError } from '@/api';
import { formatAxisDay, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';

const words = messages.imports;

/** Statuses whose message is the server's advice about these files. */
const advising = [400, 409, 413];

/** Why an import could not be changed: the server's advice, if it has one. */
export function refusalText(error: unknown, usual: string): string {
  const advice = isApiError(error) && advising.includes(Number(error.status)) ? error.message : '';
  // A fragment is about a field, and is shown at it.
  return /^[A-Z]/.test(advice) ? advice : failureText(error, usual);
}

/** `Jan 1, 2026`, `Jan 1 - Jan 31, 2026`, or with both years. */
export function spanText(first: string, last: string): string {
  if (first === last) return formatDay(first);
  const sameYear = first.slice(0, 4) === last.slice(0, 4);
  return words.span(sameYear ? formatAxisDay(first) : formatDay(first), formatDay(last));
}

interface Brought {
  checks: number;
  days: number;
  netSales: number;
  firstDate: string | null;
  lastDate: string | null;
  /** What comes in beside checks. */
  besideSales: string | null;
}

/** `1,204 checks on 31 days, $48,210.50 · Jan 1 - Jan 31, 2026`. */
export function broughtText(of: Brought): string {
  const { checks, days, netSales, firstDate, lastDate, besideSales } = of;
  if (checks === 0 || firstDate === null || lastDate === null) {
    return besideSales ?? words.bringsNothing;
  }
  const sums = words.brings(formatCount(checks), formatCount(days), formatMoney(netSales));
  const sales = `${sums} · ${spanText(firstDate, lastDate)}`;
  return besideSales === null ? sales : `${sales}; ${besideSales}`;
}
