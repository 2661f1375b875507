import type { BalanceTransaction, Payout, PayoutSums } from '@/api';
import type { BadgeStyle } from '@/components/badge/StatusBadge';
import { messages } from '@/lib/messages';
import { textFor, textOf } from './paymentWords';

const { payoutBadge, payoutStatus, payoutFailure } = messages.payments;

interface Badge {
  kind: BadgeStyle;
  label: string;
}

/** By the service's state. */
const badges = new Map<string, Badge>([
  ['PAYOUT_PAID', { kind: 'success', label: payoutBadge.paid }],
  ['PAYOUT_PENDING', { kind: 'caution', label: payoutBadge.pending }],
  ['PAYOUT_INTRANSIT', { kind: 'info', label: payoutBadge.inTransit }],
  ['PAYOUT_CANCELLED', { kind: 'info', label: payoutBadge.canceled }],
  ['PAYOUT_FAILED', { kind: 'danger', label: payoutBadge.failed }],
]);

const sentences = new Map<string, string>([
  ['PAYOUT_PAID', payoutStatus.paid],
  ['PAYOUT_PENDING', payoutStatus.pending],
  ['PAYOUT_INTRANSIT', payoutStatus.inTransit],
  ['PAYOUT_CANCELLED', payoutStatus.cancelled],
]);

type HasState = Pick<Payout, 'saffron'>;

/** The badge of a payout; an unknown state is 'Unidentified'. */
export function payoutBadgeOf({ saffron: { state } }: HasState): Badge {
  return badges.get(state) ?? { kind: 'info', label: payoutBadge.unidentified };
}

/** The message of a payout: its state, or why it failed. */
export function payoutMessageOf({ saffron: { state, failure } }: HasState): string {
  if (state === 'PAYOUT_FAILED') {
    return textOf(payoutFailure, failure) ?? payoutFailure.other;
  }
  return sentences.get(state) ?? payoutStatus.unidentified;
}

/** Whether the money of a payout will not arrive. */
export function wasStopped({ saffron: { state } }: HasState): boolean {
  return state === 'PAYOUT_FAILED' || state === 'PAYOUT_CANCELLED';
}

/** Whether a payout failed. */
export function hasFailed({ saffron: { state } }: HasState): boolean {
  return state === 'PAYOUT_FAILED';
}

/** Name of a movement; a disputed payment comes as an adjustment. */
export function transactionName({ type, reporting_category }: BalanceTransaction): string {
  const disputed = reporting_category === 'dispute' || reporting_category === 'dispute_reversal';
  return disputed
    ? messages.paymentSheet.dispute
    : textFor(messages.providerWords.transaction, type);
}

/** Whether the three sums are those of the payout. */
export function addsUp({ amount }: Pick<Payout, 'amount'>, sums: PayoutSums): boolean {
  return sums.net === amount && sums.amount - sums.fee === sums.net;
}
