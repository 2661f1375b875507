import type { Location, Mismatch } from '@/api';
import { businessDateAt } from '@/lib/dates';
import { checkNumber } from '@/lib/ids/checkNumber';
import { messages } from '@/lib/messages';
import { formatMinor } from '@/lib/money';
import { payoutsPath, salesHistoryPath, transactionsPath } from '@/lib/paths';

/** What a mismatch is about. */
interface Subject {
  name: string;
  /** Its page. */
  to: string;
  /** Its amount, where two subjects differ in it. */
  value?: string;
}

const words = messages.mismatches;

/** The subjects of a mismatch: a payout, a check or a card payment, or a check and its card payment. */
export function subjectsOf(row: Mismatch, location: Location): [Subject, ...Subject[]] {
  const { kind, at, amount, expected, currency, posCheckID, payoutId } = row;
  if (payoutId !== null) return [{ name: words.payout, to: payoutsPath({ payout: payoutId, at }) }];
  const payment = paymentOf(row);
  if (posCheckID === null || kind === 'without_check') return [payment];
  const day = businessDateAt(at, location);
  const check = {
    name: words.check(checkNumber(posCheckID)),
    to: salesHistoryPath({ from: day, to: day, check: `${location.posID}/${posCheckID}` }),
  };
  if (kind === 'unknown_to_provider' || expected === null) return [check];
  return [
    { ...check, value: formatMinor(expected, currency) },
    { ...payment, value: formatMinor(amount, currency) },
  ];
}

function paymentOf({ paymentIntentId, last4 }: Mismatch): Subject {
  return {
    name: last4 === null ? words.payment : words.card(last4),
    to: transactionsPath(paymentIntentId === null ? {} : { payment: paymentIntentId }),
  };
}
