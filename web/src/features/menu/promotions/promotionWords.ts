import type { Promotion } from '@/api';
import type { BadgeStyle } from '@/components/badge/StatusBadge';
import { dateOf, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';

const words = messages.promotionWords;

/** Badge of the state of a promotion. */
export function stateBadge({ state }: Promotion): { kind: BadgeStyle; label: string } {
  switch (state) {
    case 'valid':
      return { kind: 'success', label: words.valid };
    case 'toCome':
      return { kind: 'info', label: words.upcoming };
    case 'ended':
      return { kind: 'danger', label: words.ended };
  }
}

/** Days of a promotion: `Nov 1, 2026 – Nov 30, 2026`. */
export function days({ validFrom, validUntil }: Promotion): string {
  return `${formatDay(dateOf(validFrom))} – ${formatDay(dateOf(validUntil))}`;
}

/** Number of redemptions. */
export function used({ redemptions }: Promotion): string {
  if (redemptions === 0) return words.unused;
  return redemptions === 1 ? words.usedOnce : words.used(formatCount(redemptions));
}
