import type { CheckDiscount, CheckItem, CheckModifier, CheckTax } from '@/api';
import { figureOf, wordOf } from '@/lib/figures';
import { messages } from '@/lib/messages';
import { formatMoney, sumMoney } from '@/lib/money';
import { formatQuantity } from '@/lib/numbers';

const words = messages.checkParts;

/** Why something was given away or voided, and who allowed it. */
type Why = Partial<Pick<CheckItem, 'reason' | 'approvedBy'>>;

/** Texts on one line, without empty ones. */
export function onOneLine(parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}

/** `Happy hour -$2.00 · Late dish · approved by Ana`. */
function discountText(name: string, amount: number, { reason, approvedBy }: Why): string {
  return onOneLine([
    `${name} ${formatMoney(-amount)}`,
    reason,
    approvedBy && words.approved(approvedBy),
  ]);
}

/** A discount by its name; its kind stands in for a missing one. */
export function namedDiscount({ name, kind, amount, ...own }: CheckDiscount, of: Why = {}): string {
  const known = name || (kind === 'other' ? words.otherDiscount : wordOf('discountKind', kind));
  return discountText(known, amount, {
    reason: own.reason ?? of.reason ?? null,
    approvedBy: own.approvedBy ?? of.approvedBy ?? null,
  });
}

/** `2 × Extra cheese $1.00`: its quantity if that is not the line's, and its amount if it has one. */
function modifierText({ name, quantity, amount }: CheckModifier, ofLine: number): string {
  const pieces = quantity === ofLine ? name : words.pieces(formatQuantity(quantity), name);
  return amount === 0 ? pieces : `${pieces} ${formatMoney(amount)}`;
}

/** `State tax $1.20`. */
export function taxText({ name, amount }: CheckTax): string {
  return `${name || figureOf('GROSS_TAX').label} ${formatMoney(amount)}`;
}

/** What stands under the name of a line. */
export function lineParts(item: CheckItem): string[] {
  // An answer that the device kept may be of an earlier version, without some of them.
  const { quantity, discount, voided, modifiers = [], discounts = [], reason, approvedBy } = item;
  // The reason of a voided line is that of its void.
  const why: Why = voided ? {} : { reason, approvedBy };
  const unnamed = sumMoney([discount, ...discounts.map(({ amount }) => -amount)]);
  const rest = discounts.length > 0 ? words.otherDiscount : figureOf('GROSS_DISCOUNTS').label;
  return [
    ...modifiers.map((modifier) => modifierText(modifier, quantity)),
    ...discounts.map((one) => namedDiscount(one, why)),
    ...(unnamed === 0 ? [] : [discountText(rest, unnamed, why)]),
    ...(voided ? [voidText(item)] : []),
  ].filter(Boolean);
}

/** `Late dish · approved by Ana`; empty if neither is known. */
function voidText({ reason, approvedBy }: Why): string {
  return reason
    ? onOneLine([reason, approvedBy && words.approved(approvedBy)])
    : onOneLine([approvedBy && `${words.approvedBy} ${approvedBy}`]);
}
