import type { CheckSummary } from '@/api';
import { stateOf } from '@/components/checks/checkWords';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';

const words = messages.exceptions;

/** What is said of a check; an answer of an earlier version lacks some of it. */
type Judged = Pick<CheckSummary, 'voided' | 'refundOf'> &
  Partial<Pick<CheckSummary, 'open' | 'outOfBalance' | 'exceptions'>>;

/** Why a person should look at a check. */
export interface Exception {
  /** The API's code of it. */
  code: string;
  /** In few words. */
  text: string;
}

/** What is wrong with a check. The amounts of an open one are not final. */
export function exceptionsOf(check: Judged): Exception[] {
  const codes = check.open ? [] : (check.exceptions ?? []);
  return codes.map((code) => ({ code, text: textOf(code, check) }));
}

function textOf(code: string, check: Judged): string {
  switch (code) {
    case 'outOfBalance':
      return balanceText(check);
    case 'discountsDiffer':
    case 'taxIncluded':
    case 'otherDate':
      return words[code];
    default:
      return words.other;
  }
}

/** `Paid $88.20 more than due`. The amounts of a refund are negative. */
function balanceText(check: Judged): string {
  const { outOfBalance = 0 } = check;
  const amount = formatMoney(Math.abs(outOfBalance));
  if (stateOf(check) === 'refund') {
    return outOfBalance < 0 ? words.refundedMore(amount) : words.refundedLess(amount);
  }
  return outOfBalance > 0 ? words.paidMore(amount) : words.paidLess(amount);
}
