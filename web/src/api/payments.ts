import { emptyApi } from './emptyApi';

/**
 * Card payments, payouts and online orders. Types and endpoints stand as the gateway's contract has
 * them: cents, seconds since 1970, null where there is none.
 */

/** What Saffron says of a payment. */
export interface PaymentSummary {
  /** A state of the specification, or one that came later. */
  state: string;
  badge: string;
  message: string;
  /** The provider's code of a failure. */
  failure: string | null;
  /** Null where nothing was charged. */
  fee: number | null;
  feeIsEstimate: boolean;
  /** Captured less what was given back and the fee; null where nothing was charged. */
  net: number | null;
  last4: string | null;
  posCheckID: string | null;
}

/** Why the last try failed. */
export interface PaymentError {
  code?: string;
  decline_code?: string;
  type: string;
}

export interface Card {
  brand: string | null;
  funding: string | null;
  last4: string | null;
}

export interface MethodDetails {
  card?: Card;
  card_present?: Card;
  type: string;
}

export interface Outcome {
  network_status: string | null;
  reason: string | null;
  type: string;
}

export interface BalanceTransaction {
  id: string;
  object: string;
  amount: number;
  available_on: number;
  created: number;
  currency: string;
  description: string | null;
  fee: number;
  net: number;
  reporting_category: string | null;
  source: string | null;
  status: string;
  type: string;
}

/** A movement of the balance, or its id. */
export type TransactionOrId = string | BalanceTransaction;

export interface Charge {
  id: string;
  object: string;
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  balance_transaction: TransactionOrId | null;
  captured: boolean;
  created: number;
  currency: string;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  outcome: Outcome | null;
  paid: boolean;
  payment_intent: string | null;
  payment_method_details: MethodDetails | null;
  refunded: boolean;
  status: string;
}

export interface PaymentIntent {
  id: string;
  object: string;
  amount: number;
  amount_capturable: number;
  amount_received: number;
  currency: string;
  created: number;
  status: string;
  description: string | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
  capture_method: string | null;
  livemode: boolean;
  last_payment_error: PaymentError | null;
  latest_charge: Charge | null;
  saffron: PaymentSummary;
}

export interface Refund {
  id: string;
  object: string;
  amount: number;
  balance_transaction: TransactionOrId | null;
  charge: string | null;
  created: number;
  currency: string;
  failure_reason?: string;
  payment_intent: string | null;
  reason: string | null;
  status: string | null;
}

export interface Dispute {
  id: string;
  object: string;
  amount: number;
  balance_transactions: BalanceTransaction[];
  charge: string;
  created: number;
  currency: string;
  evidence_details: {
    due_by: number | null;
    has_evidence: boolean;
    past_due: boolean;
    submission_count: number;
  } | null;
  is_charge_refundable: boolean;
  livemode: boolean;
  payment_intent: string | null;
  reason: string;
  status: string;
}

/** What Saffron says of a payout. */
export type PayoutSummary = Pick<PaymentSummary, 'state' | 'badge' | 'message' | 'failure'>;

export interface Payout {
  id: string;
  object: string;
  amount: number;
  arrival_date: number;
  automatic: boolean;
  balance_transaction: TransactionOrId | null;
  created: number;
  currency: string;
  description: string | null;
  failure_code: string | null;
  failure_message: string | null;
  livemode: boolean;
  method: string;
  reconciliation_status: string | null;
  statement_descriptor: string | null;
  status: string;
  type: string;
  saffron: PayoutSummary;
}

/** A page of the provider's, newest first. */
interface ProviderList<Row> {
  object: string;
  url: string;
  has_more: boolean;
  data: Row[];
  /** Up to when the provider was read; null: not yet. */
  asOf: number | null;
}

export type PaymentIntentList = ProviderList<PaymentIntent>;
export type PayoutList = ProviderList<Payout>;

/** What all transactions of a payout add up to. */
export interface PayoutSums {
  count: number;
  amount: number;
  fee: number;
  net: number;
}

export interface PayoutTransactionList extends ProviderList<BalanceTransaction> {
  sums: PayoutSums;
}

export interface PaymentIntentDetail extends PaymentIntent {
  /** Newest first. */
  refunds: Refund[];
  dispute: Dispute | null;
  /** Null: not paid out yet. */
  payout: Payout | null;
  asOf: number | null;
}

export type MismatchKind = 'unknown_to_provider' | 'without_check' | 'payout_differs';

/** Something that till and provider say differently. */
export interface Mismatch {
  kind: MismatchKind;
  /** When the check was closed, the payment or the payout was made. */
  at: number;
  /** What the till says, what was charged, or what was paid out. */
  amount: number;
  /** Of a payout, what its transactions add up to. */
  expected: number | null;
  posCheckID: string | null;
  paymentIntentId: string | null;
  payoutId: string | null;
}

export interface MismatchList {
  object: string;
  url: string;
  has_more: boolean;
  data: Mismatch[];
  nextCursor: string | null;
}

/** A week of online orders; dates YYYY-MM-DD, amounts in dollars. */
export interface WeekPayout {
  weekStart: string;
  weekEnd: string;
  paymentDate: string;
  orders: number;
  grossPayment: number;
  fee: number;
  amount: number;
}

export interface CurrentWeekPayoutRequest {
  sessionID: string;
  posID?: string;
}

export interface PayoutHistoryRequest extends CurrentWeekPayoutRequest {
  limit?: number;
  cursor?: string;
}

interface Envelope<Body> {
  body: Body;
  message: string;
  status: number;
}

export interface PayoutHistoryList {
  payoutHistoryList: WeekPayout[];
  nextCursor: string | null;
}

export interface ChangePaymentRequest {
  posID?: string;
  idempotencyKey?: string;
}

export interface ListPaymentIntentsApiArg {
  posId?: string;
  'created[gt]'?: number;
  'created[lte]'?: number;
  limit?: number;
  startingAfter?: string;
}

export type ListPayoutsApiArg = ListPaymentIntentsApiArg;

interface OneApiArg {
  id: string;
  posId?: string;
}

interface ChangePaymentApiArg {
  id: string;
  changePaymentRequest: ChangePaymentRequest;
}

interface ListMismatchesApiArg {
  posId?: string;
  kind: MismatchKind;
  limit?: number;
  cursor?: string;
}

const intents = '/payments/v1/payment_intents';
const payouts = '/payments/v1/payouts';
const main = '/api-restaurant-pos/restaurantpro';

/** What is known of a location's card payments changes together. */
function payments(location: string | undefined) {
  return [{ type: 'Payments' as const, id: location ?? 'only' }];
}

const ofLocation = {
  providesTags: (_: unknown, __: unknown, { posId }: { posId?: string }) => payments(posId),
};

/** Also of a call that failed: somebody else may have changed the payment meanwhile. */
const changes = {
  invalidatesTags: (_: unknown, __: unknown, arg: ChangePaymentApiArg) =>
    payments(arg.changePaymentRequest.posID),
};

/** The provider's own parameters. */
function listParams({ posId, startingAfter, ...rest }: ListPaymentIntentsApiArg) {
  return { posID: posId, ...rest, starting_after: startingAfter };
}

function one(path: string, id: string): string {
  return `${path}/${encodeURIComponent(id)}`;
}

const paymentsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    listPaymentIntents: build.query<PaymentIntentList, ListPaymentIntentsApiArg>({
      query: (arg) => ({ url: intents, params: listParams(arg) }),
      ...ofLocation,
    }),
    getPaymentIntent: build.query<PaymentIntentDetail, OneApiArg>({
      query: ({ id, posId }) => ({ url: one(intents, id), params: { posID: posId } }),
      ...ofLocation,
    }),
    capturePaymentIntent: build.mutation<PaymentIntent, ChangePaymentApiArg>({
      query: ({ id, changePaymentRequest }) => ({
        url: `${one(intents, id)}/capture`,
        method: 'POST',
        body: changePaymentRequest,
      }),
      ...changes,
    }),
    cancelPaymentIntent: build.mutation<PaymentIntent, ChangePaymentApiArg>({
      query: ({ id, changePaymentRequest }) => ({
        url: `${one(intents, id)}/cancel`,
        method: 'POST',
        body: changePaymentRequest,
      }),
      ...changes,
    }),
    listPayouts: build.query<PayoutList, ListPayoutsApiArg>({
      query: (arg) => ({ url: payouts, params: listParams(arg) }),
      ...ofLocation,
    }),
    listPayoutTransactions: build.query<
      PayoutTransactionList,
      OneApiArg & Pick<ListPayoutsApiArg, 'limit' | 'startingAfter'>
    >({
      query: ({ id, ...arg }) => ({
        url: `${one(payouts, id)}/transactions`,
        params: listParams(arg),
      }),
      ...ofLocation,
    }),
    listMismatches: build.query<MismatchList, ListMismatchesApiArg>({
      query: ({ posId, ...rest }) => ({
        url: '/payments/v1/mismatches',
        params: { posID: posId, ...rest },
      }),
      ...ofLocation,
    }),
    getOnlineorderCurrentweekPayout: build.query<
      Envelope<WeekPayout>,
      { currentWeekPayoutRequest: CurrentWeekPayoutRequest }
    >({
      query: ({ currentWeekPayoutRequest }) => ({
        url: `${main}/get-onlineorder-currentweek-payout`,
        method: 'POST',
        body: currentWeekPayoutRequest,
      }),
      providesTags: (_, __, arg) => payments(arg.currentWeekPayoutRequest.posID),
    }),
    getOnlineorderPayoutHistory: build.query<
      Envelope<PayoutHistoryList>,
      { payoutHistoryRequest: PayoutHistoryRequest }
    >({
      query: ({ payoutHistoryRequest }) => ({
        url: `${main}/get-onlineorder-payout-history`,
        method: 'POST',
        body: payoutHistoryRequest,
      }),
      providesTags: (_, __, arg) => payments(arg.payoutHistoryRequest.posID),
    }),
  }),
});

export const {
  useListPaymentIntentsQuery,
  useGetPaymentIntentQuery,
  useCapturePaymentIntentMutation,
  useCancelPaymentIntentMutation,
  useListPayoutsQuery,
  useListPayoutTransactionsQuery,
  useListMismatchesQuery,
  useGetOnlineorderCurrentweekPayoutQuery,
  useGetOnlineorderPayoutHistoryQuery,
} = paymentsApi;
