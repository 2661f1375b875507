import type { CheckDetail, CheckDiscount, CheckItem } from '@/api';
import { formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMoney, sumMoney } from '@/lib/money';

const words = messages.exceptionAdvice;

/** One sentence about an exception of a check, by its code: what to do, or which amounts differ. */
export function adviceOn(code: string, check: CheckDetail, items: readonly CheckItem[]): string {
  switch (code) {
    case 'outOfBalance':
      return words.payments;
    case 'discountsDiffer':
      return discountAdvice(check, items);
    case 'taxIncluded': {
      const held = items.find(({ taxIncluded }) => taxIncluded);
      return held === undefined ? words.tax : words.taxOf(held.itemName);
    }
    case 'otherDate':
      return words.date(formatDay(check.closeTime), formatDay(check.businessDate));
    default:
      return words.other;
  }
}

/** What named discounts add up to; `null` if that is the whole discount, or if none has a name. */
function differing(whole: number, named: readonly CheckDiscount[] = []): string | null {
  const sum = sumMoney(named.map(({ amount }) => amount));
  return named.length === 0 || sum === whole ? null : formatMoney(sum);
}

function discountAdvice(check: CheckDetail, items: readonly CheckItem[]): string {
  const counted = items.filter(({ voided, deferred }) => !voided && !deferred);
  // What the check's discount has beside those of its lines.
  const own = sumMoney([check.grossDiscounts, ...counted.map(({ discount }) => -discount)]);
  const ofCheck = differing(own, check.discounts);
  if (ofCheck !== null) {
    return words.discountsOf(ofCheck, formatMoney(own));
  }
  for (const { itemName, discount, discounts } of counted) {
    const named = differing(discount, discounts);
    if (named !== null) return words.itemDiscountsOf(itemName, named, formatMoney(discount));
  }
  return words.discounts;
}
