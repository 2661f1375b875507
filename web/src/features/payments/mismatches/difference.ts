import type { Mismatch } from '@/api';
import { messages } from '@/lib/messages';
import { formatMinor } from '@/lib/money';

const { charged, paidOut } = messages.mismatches;

/** How far an amount is from what it should be, and in which direction; `null` for what is compared with nothing. */
export function differenceOf({ kind, amount, expected, currency }: Mismatch): string | null {
  if (expected === null || expected === amount) return null;
  const { more, less } = kind === 'amount_differs' ? charged : paidOut;
  const difference = formatMinor(Math.abs(amount - expected), currency);
  return amount > expected ? more(difference) : less(difference);
}
