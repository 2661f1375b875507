import type { BalanceTransaction, Charge, PaymentIntent, PaymentIntentDetail } from '@/api';
import type { BadgeStyle } from '@/components/badge/StatusBadge';
import { checkNumber } from '@/lib/ids/checkNumber';
import { messages } from '@/lib/messages';
import { formatMinor } from '@/lib/money';
import { isOthers, processorOf, unusualOf } from './processor';

const { badge, status, cardFailure } = messages.payments;

interface Badge {
  kind: BadgeStyle;
  label: string;
}

/** By the service's state. */
const badges = new Map<string, Badge>([
  ['PAYMENT_SUCCESS', { kind: 'success', label: badge.success }],
  ['PARTIAL_REFUND', { kind: 'info', label: badge.partialRefund }],
  ['COMPLETE_REFUNDED', { kind: 'info', label: badge.completeRefund }],
  ['PAYMENT_CANCELLED', { kind: 'info', label: badge.cancelled }],
  ['PAYMENT_FAILED', { kind: 'danger', label: badge.failed }],
  ['PAYMENT_INCOMPLETE', { kind: 'caution', label: badge.incomplete }],
  ['PAYMENT_INCOMPLETE_METHOD', { kind: 'caution', label: badge.incompleteMethod }],
  ['PAYMENT_UNCAPTURED', { kind: 'caution', label: badge.uncaptured }],
  ['PAYMENT_PROCESSING', { kind: 'caution', label: badge.processing }],
]);

const sentences = new Map<string, string>([
  ['PAYMENT_SUCCESS', status.success],
  ['COMPLETE_REFUNDED', status.completeRefund],
  ['PAYMENT_CANCELLED', status.cancelled],
  ['PAYMENT_INCOMPLETE', status.incomplete],
  ['PAYMENT_INCOMPLETE_METHOD', status.incompleteMethod],
  ['PAYMENT_UNCAPTURED', status.uncaptured],
  ['PAYMENT_PROCESSING', status.processing],
]);

/** States by the provider's statuses that the service does not name. */
const unnamed = new Map<string, string>([
  ['processing', 'PAYMENT_PROCESSING'],
  ['failed', 'PAYMENT_FAILED'],
]);

type HasState = Pick<PaymentIntent, 'saffron' | 'status'>;

function stateOf({ status, saffron: { state } }: HasState): string {
  return state === 'PAYMENT_UNIDENTIFIED' ? (unnamed.get(status) ?? state) : state;
}

/** The badge of a payment; an unknown state is 'Unidentified'. */
export function badgeOf(payment: HasState): Badge {
  return badges.get(stateOf(payment)) ?? { kind: 'info', label: badge.unidentified };
}

/** The message of a payment: its state, or why it failed. */
export function messageOf(
  payment: Pick<PaymentIntent, 'saffron' | 'status' | 'latest_charge' | 'currency'>,
): string {
  const { failure } = payment.saffron;
  const state = stateOf(payment);
  if (paymentFailed(payment)) {
    return textOf(cardFailure, failure) ?? cardFailure.other;
  }
  if (state === 'PARTIAL_REFUND') {
    return status.partialRefund(formatMinor(refundedOf(payment), payment.currency));
  }
  return sentences.get(state) ?? status.unidentified;
}

/** The catalogue's text for a name of the provider; `undefined` without one. */
export function textOf(
  words: Readonly<Record<string, string>>,
  name: string | null,
): string | undefined {
  return name !== null && Object.hasOwn(words, name) ? words[name] : undefined;
}

/** Like `textOf`; names without a text are 'Unidentified'. */
export function textFor(words: Readonly<Record<string, string>>, name: string | null): string {
  return textOf(words, name) ?? messages.moneyTab.unidentified;
}

/** Like `textOf`; other names become words: `LOAN_REPAYMENT` is 'Loan repayment'. */
export function nameFor(words: Readonly<Record<string, string>>, name: string | null): string {
  return textOf(words, name) ?? (readable(name ?? '') || messages.moneyTab.unidentified);
}

function readable(name: string): string {
  const isCode = !/[a-z]/.test(name);
  const words = (isCode ? name.toLowerCase() : name).replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Refunded cents. */
export function refundedOf({ latest_charge: charge }: { latest_charge: Charge | null }): number {
  return charge?.amount_refunded ?? 0;
}

/** Cents of a payment: those taken, else those to be taken. */
export function amountOf(payment: Pick<PaymentIntent, 'amount' | 'amount_received'>): number {
  return payment.amount_received > 0 ? payment.amount_received : payment.amount;
}

/** Whether money was taken. */
export function wasTaken({ amount_received: received }: { amount_received: number }): boolean {
  return received > 0;
}

type HasCard = Pick<PaymentIntent, 'saffron' | 'latest_charge'>;

function brandOf({ latest_charge: charge }: HasCard): string | null {
  const method = charge?.payment_method_details;
  const brand = method?.card?.brand ?? method?.card_present?.brand;
  // Processors write them in different letters.
  return brand?.toLowerCase() ?? null;
}

/** Brand and last digits of a card: `Visa ending in 4242`. */
export function cardOf(payment: HasCard): string | null {
  const { last4 } = payment.saffron;
  const name = textOf(messages.providerWords.brand, brandOf(payment)) ?? messages.paymentSheet.card;
  return last4 === null ? null : messages.paymentSheet.ending(name, last4);
}

/** Brand and last digits for a line of a list: `Visa 4242`. */
function shortCardOf(payment: HasCard): string {
  const { last4 } = payment.saffron;
  const { brand, brandShort } = messages.providerWords;
  const name =
    textOf(brandShort, brandOf(payment)) ??
    textOf(brand, brandOf(payment)) ??
    messages.paymentSheet.card;
  if (last4 !== null) return `${name} ${last4}`;
  // A POS need not send the card of another processor's payment.
  return isOthers(payment.saffron) ? name : messages.paymentList.noCard;
}

/** The description of a payment, without its check's number, which some tills repeat there. */
export function descriptionOf({
  description,
  saffron: { posCheckID },
}: Pick<PaymentIntent, 'description' | 'saffron'>): string | null {
  const repeats = posCheckID !== null && description?.endsWith(posCheckID) === true;
  return repeats || description === '' ? null : description;
}

/** Whether the card was refused. */
export function paymentFailed(payment: HasState): boolean {
  return stateOf(payment) === 'PAYMENT_FAILED';
}

/** Whether a payment waits to be captured or canceled. */
export function isUncaptured(payment: HasState): boolean {
  return stateOf(payment) === 'PAYMENT_UNCAPTURED';
}

/** Second line of a row: card, check, description, and the processor where it is not the usual one of the list. */
export function detailOf(payment: PaymentIntent, usual?: string): string {
  const check = payment.saffron.posCheckID;
  const parts = [
    shortCardOf(payment),
    check === null ? null : `#${checkNumber(check)}`,
    descriptionOf(payment),
    unusualOf(payment, usual),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

type HasMoves = Pick<
  PaymentIntent,
  'saffron' | 'latest_charge' | 'amount' | 'amount_received' | 'currency'
> &
  Partial<Pick<PaymentIntentDetail, 'disputes'>>;

/** An amount with its name: minor units of a currency. */
export interface Move {
  label: string;
  /** `null`: not known yet. */
  minor: number | null;
  currency: string;
  /** What it leaves out, or how it was computed. */
  note?: string;
}

/** End of a dispute; before it, the dispute does not count. */
const DECIDED = new Set(['won', 'lost', 'warning_closed', 'prevented']);

/**
 * The parts of the money of a payment; empty if none was taken, or if the rest cannot be stated in one currency. While
 * the fee of taken money is not known, neither is the rest. A dispute's amount and fee are the provider's own movements:
 * they follow its end.
 */
export function movesOf(payment: HasMoves): Move[] {
  const { fee, feeCurrency, feeIsEstimate, net, netCurrency } = payment.saffron;
  const words = messages.paymentSheet;
  const isFeeUnknown = fee === null && wasTaken(payment);
  if ((fee === null || net === null) && !isFeeUnknown) {
    return [];
  }
  const currencyOfRest = netCurrency ?? payment.currency;
  const charged = (label: string, minor: number) => ({ label, minor, currency: payment.currency });
  const refunded = refundedOf(payment);
  const disputes = payment.disputes ?? [];
  const disputed = disputes.flatMap((dispute) => dispute.balance_transactions);
  const undecided = disputes
    .filter(({ status }) => !DECIDED.has(status))
    .flatMap((dispute) => dispute.balance_transactions);
  const currencies = new Set([currencyOfRest, ...disputed.map(({ currency }) => currency)]);
  const taken =
    sumIn(currencyOfRest, undecided, 'amount') - sumIn(currencyOfRest, undecided, 'fee');
  const isConverted = payment.currency !== currencyOfRest;
  const converted = isConverted ? { note: words.converted(processorOf(payment.saffron)) } : {};
  const note = currencies.size > 1 ? { note: words.withoutOthers } : converted;
  return [
    charged(words.charged, amountOf(payment)),
    ...(refunded > 0 ? [charged(words.refunded, -refunded)] : []),
    {
      label: feeIsEstimate ? words.feeEstimated : words.fee,
      minor: fee === null ? null : -fee,
      currency: feeCurrency ?? payment.currency,
    },
    ...[...currencies].flatMap((currency) =>
      [
        { label: words.dispute, minor: sumIn(currency, disputed, 'amount'), currency },
        { label: words.disputeFee, minor: -sumIn(currency, disputed, 'fee'), currency },
      ].filter(({ minor }) => minor !== 0),
    ),
    {
      label: words.net,
      minor: isFeeUnknown || net === null ? null : net + taken,
      currency: currencyOfRest,
      ...note,
    },
  ];
}

/** The sum of what moved in a currency. */
function sumIn(
  currency: string,
  moves: readonly BalanceTransaction[],
  of: 'amount' | 'fee',
): number {
  return moves
    .filter((move) => move.currency === currency)
    .reduce((sum, move) => sum + move[of], 0);
}
