import type { CheckSummary } from '@/api';
import { formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import { formatCount } from '@/lib/numbers';

/** Key of a check: its id is unique within its location only. */
export function checkKey({
  posID,
  posCheckID,
}: Pick<CheckSummary, 'posID' | 'posCheckID'>): string {
  return `${posID}/${posCheckID}`;
}

type Amounts = Pick<CheckSummary, 'voided' | 'grossPayment' | 'grossSales'>;

/** State of a check that is no ordinary sale. */
export type CheckState = 'voided' | 'open' | 'refund' | null;

/** Whether a check counts as voided, as open or as a refund. An answer of an earlier version lacks `open`. */
export function stateOf(
  check: Pick<CheckSummary, 'voided' | 'refundOf'> & Partial<Pick<CheckSummary, 'open'>>,
): CheckState {
  if (check.voided) {
    return 'voided';
  }
  if (check.open) {
    return 'open';
  }
  return check.refundOf === null ? null : 'refund';
}

/** Dollars of a check in a row: what the guest paid; of a voided check its sales. */
export function paidFor({ voided, grossPayment, grossSales }: Amounts): number {
  return voided ? grossSales : grossPayment;
}

/** The sales of a check, where they are not what the guest paid. */
export function salesOf(check: Amounts): string | undefined {
  return paidFor(check) === check.grossSales
    ? undefined
    : messages.checks.sales(formatMoney(check.grossSales));
}

/** Second line of a row: covers, table, employee, payment types, as far as known. */
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

/** Tills' names of cards, and similar names of the restaurant's own money. */
const CARD =
  /visa|master|amex|american express|discover|diners|jcb|union ?pay|card|credit|debit|(apple|google) ?pay/i;
const NO_CARD = /gift|loyalty|reward|store|house/i;

/** Whether a payment type is a card of the card provider. Tills choose these names. */
export function isCard(type: string): boolean {
  return CARD.test(type) && !NO_CARD.test(type);
}

/** Wall time at which a check was closed. */
export function closedAt(check: Pick<CheckSummary, 'closeTime'>): string {
  return formatTime(check.closeTime);
}
