import type { CheckSummary } from '@/api';
import { dateOf, formatLongDay, formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';

/** What a check is, when it is not an ordinary sale. */
export type CheckState = 'voided' | 'refund' | null;

/** Whether a check counts as voided or as a refund. */
export function stateOf(check: Pick<CheckSummary, 'voided' | 'refundOf'>): CheckState {
  if (check.voided) {
    return 'voided';
  }
  return check.refundOf === null ? null : 'refund';
}

/** Second line of a row: covers, table, employee, payment types; without what is unknown. */
export function checkDetail(check: CheckSummary): string {
  const words = messages.checks;
  const covers = `${formatCount(check.grossCover)} ${check.grossCover === 1 ? words.cover : words.covers}`;
  return [
    check.grossCover > 0 ? covers : null,
    check.table === null ? null : `${words.table} ${check.table}`,
    check.employeeName,
    check.paymentTypes.length > 0 ? check.paymentTypes.join(', ') : null,
  ]
    .filter((part) => part !== null && part !== '')
    .join(' · ');
}

/** How tills name cards, and what only sounds like one: nobody but the restaurant holds that money. */
const CARD =
  /visa|master|amex|american express|discover|diners|jcb|union ?pay|card|credit|debit|(apple|google) ?pay/i;
const NO_CARD = /gift|loyalty|reward|store|house/i;

/** Whether a payment type is a card of the card provider. Tills name their types as they like. */
export function isCard(type: string): boolean {
  return CARD.test(type) && !NO_CARD.test(type);
}

/** Heading above the first check of each business date. */
export function dateHeading(businessDate: string, before: string | undefined): string | null {
  const date = dateOf(businessDate);
  return before !== undefined && dateOf(before) === date ? null : formatLongDay(date);
}

/** Wall time at which a check was closed. */
export function closedAt(check: Pick<CheckSummary, 'closeTime'>): string {
  return formatTime(check.closeTime);
}
