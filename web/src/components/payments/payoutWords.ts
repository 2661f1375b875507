import type { BalanceTransaction, Payout, PayoutSums } from '@/api';
import type { BadgeStyle } from '@/components/badge/StatusBadge';
import { messages } from '@/lib/messages';
import { nameFor, textOf } from './paymentWords';
import { processorOf } from './processor';

const { payoutBadge, payoutStatus, payoutFailure, debitStatus, debitFailure } = messages.payments;

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

const debitSentences = new Map<string, string>([
  ['PAYOUT_PAID', debitStatus.paid],
  ['PAYOUT_PENDING', debitStatus.pending],
  ['PAYOUT_INTRANSIT', debitStatus.inTransit],
  ['PAYOUT_CANCELLED', debitStatus.cancelled],
]);

type HasState = Pick<Payout, 'saffron'>;
type HasAmount = Pick<Payout, 'saffron' | 'amount'>;

/** Whether a payout takes money from the bank: it is below zero. */
export function isDebit({ amount }: Pick<Payout, 'amount'>): boolean {
  return amount < 0;
}

/** The badge of a payout; an unknown state is 'Unidentified'. */
export function payoutBadgeOf(payout: HasAmount): Badge {
  const { state } = payout.saffron;
  if (isDebit(payout) && state === 'PAYOUT_PAID') {
    return { kind: 'info', label: payoutBadge.taken };
  }
  return badges.get(state) ?? { kind: 'info', label: payoutBadge.unidentified };
}

/** The message of a payout: its state, or why it failed. */
export function payoutMessageOf(payout: HasAmount): string {
  const { state, failure } = payout.saffron;
  const debit = isDebit(payout);
  if (state === 'PAYOUT_FAILED') {
    const processor = processorOf(payout.saffron);
    const failures = { ...payoutFailure(processor), ...(debit && debitFailure(processor)) };
    return textOf(failures, failure) ?? failures.other;
  }
  return (debit ? debitSentences : sentences).get(state) ?? payoutStatus.unidentified;
}

/** Whether the money of a payout will not arrive. */
export function wasStopped({ saffron: { state } }: HasState): boolean {
  return state === 'PAYOUT_FAILED' || state === 'PAYOUT_CANCELLED';
}

/** Whether a payout failed. */
export function hasFailed({ saffron: { state } }: HasState): boolean {
  return state === 'PAYOUT_FAILED';
}

/** Name of a movement: by its category where that says more, as a disputed payment comes as an adjustment. */
export function transactionName({ type, reporting_category }: BalanceTransaction): string {
  return (
    textOf(messages.payoutCategories, reporting_category) ?? nameFor(messages.payoutEntries, type)
  );
}

/** Whether the three sums are those of the payout. */
export function addsUp({ amount }: Pick<Payout, 'amount'>, sums: PayoutSums): boolean {
  return sums.net === amount && sums.amount - sums.fee === sums.net;
}
