import type { Mismatch } from '@/api';
import { messages } from '@/lib/messages';
import { formatMinor } from '@/lib/money';

/** How far a payout is from its transactions, and in which direction; `null` for what is compared with nothing. */
export function differenceOf({ amount, expected, currency }: Mismatch): string | null {
  if (expected === null || expected === amount) return null;
  const { more, less } = messages.mismatches;
  const difference = formatMinor(Math.abs(amount - expected), currency);
  return amount > expected ? more(difference) : less(difference);
}
