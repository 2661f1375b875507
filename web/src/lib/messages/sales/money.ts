import { ours } from '../ours';

/** The Money tab and what its pages share. */
export const moneyTab = {
  segments: ours('Part of the money'),
  transactions: ours('Transactions'),
  payouts: ours('Payouts'),
  onlineOrders: ours('Online orders'),
  onlineTitle: ours('Online Order Payouts'),
  asOf: (time: string) => ours(`As of ${time}`),
  old: ours('We wait for the card provider. Newer payments may be missing.'),
  notRead: ours('The card provider was not read yet.'),
  noneYet: ours('They show up here once the card provider has told us.'),
  unidentified: 'Unidentified',
} as const;

/** The list of card payments. */
export const paymentList = {
  label: ours('Card payments'),
  end: ours('Those are all of these dates.'),
  earlier: ours('Show earlier days'),
  noneNext: ours('Please select other dates, or show earlier days.'),
  choose: ours('Select a payment to see where its money went.'),
  noCard: ours('No card'),
  refunded: (amount: string) => ours(`${amount} refunded`),
  disputed: ours('Disputed'),
} as const;

/** One card payment, with what can be done for it. */
export const paymentSheet = {
  title: ours('Payment'),
  failed: ours('We could not find this payment. Please try again!'),
  missing: ours('We could not find this payment.'),
  missingNext: ours('Look for its time and amount in the list of its day.'),
  card: ours('Card'),
  ending: (brand: string, last4: string) => ours(`${brand} ending in ${last4}`),
  when: ours('Time'),
  note: ours('Description'),
  id: ours('Payment ID'),
  check: ours('Check'),
  noCheck: ours('No check is known'),
  payout: ours('Payout'),
  payoutOf: (day: string) => ours(`Payout of ${day}`),
  notPaidOut: ours('Not paid out yet'),
  money: ours('Where the money went'),
  charged: ours('Charged'),
  refunded: 'Refunded',
  fee: ours('Fee'),
  feeEstimated: ours('Fee (estimated)'),
  net: ours('Net'),
  refunds: ours('Refunds'),
  dispute: ours('Dispute'),
  disputeFee: ours('Dispute fee'),
  answerBy: (day: string) => ours(`Answer the card provider by ${day}.`),
  held: ours(
    'The card is held for this amount. Capture it to be paid, or cancel to release the card.',
  ),
  capture: ours('Capture'),
  cancel: ours('Cancel payment'),
  captureTitle: (amount: string) => ours(`Capture ${amount}?`),
  captureWhat: ours('The money is taken from the card now.'),
  notNow: ours('Not now'),
  cancelTitle: (amount: string) => ours(`Cancel the payment of ${amount}?`),
  cancelWhat: ours('The card is released and no money is taken. This cannot be undone.'),
  keep: ours('Keep it'),
  captured: ours('Payment captured successfully.'),
  cancelled: ours('Payment canceled successfully.'),
  captureFailed: ours('We are unable to capture the payment. Please try again!'),
  cancelFailed: ours('We are unable to cancel the payment. Please try again!'),
  changedMeanwhile: ours('This payment changed meanwhile. You see it as it is now.'),
} as const;

/** Where the card money of a check went. */
export const cardTrace = {
  title: ours('Where the card money went'),
  payment: ours('Card payment'),
  payout: (amount: string) => ours(`In a payout of ${amount}`),
  paid: (day: string) => ours(`Arrived ${day}`),
  expected: (day: string) => ours(`Expected ${day}`),
  notPaidOut: ours('Not paid out yet.'),
  notBefore: (day: string) => ours(`Not paid out yet: expected from ${day}.`),
  givenBack: ours('Given back from this payment.'),
  differs: (till: string, charged: string) =>
    ours(`The till says ${till}, the card was charged ${charged}.`),
  unknownYet: ours(
    'The card provider has not told of this payment yet. Please look again in an hour.',
  ),
  unknown: ours(
    'The card provider does not know this payment. The money may not have come: ask the provider, with the payment ID.',
  ),
  untold: ours(
    'The till did not tell which card payment belongs to this check. Look for its amount among the transactions.',
  ),
  transactions: ours('Transactions of this day'),
  failed: ours('We could not follow the card money of this check. Please try again!'),
} as const;

/** States and reasons of the provider, by its own names. */
export const providerWords = {
  brand: {
    amex: ours('American Express'),
    diners: ours('Diners Club'),
    discover: ours('Discover'),
    jcb: ours('JCB'),
    mastercard: ours('Mastercard'),
    unionpay: ours('UnionPay'),
    visa: ours('Visa'),
  },
  /** Where a line of a list has no room for the name. */
  brandShort: { amex: ours('Amex') },
  refund: {
    succeeded: 'Refunded',
    pending: 'Pending',
    requires_action: ours('Waits for the guest'),
    failed: 'Failed',
    canceled: 'Canceled',
  },
  refundReason: {
    duplicate: ours('Charged twice'),
    fraudulent: ours('Fraud'),
    requested_by_customer: ours('The guest asked for it'),
    expired_uncaptured_charge: ours('Was not captured in time'),
  },
  dispute: {
    warning_needs_response: ours('Inquiry, needs an answer'),
    warning_under_review: ours('Inquiry, under review'),
    warning_closed: ours('Inquiry, closed'),
    needs_response: ours('Needs an answer'),
    under_review: ours('Under review'),
    won: ours('Won'),
    lost: ours('Lost'),
    prevented: ours('Prevented'),
  },
  disputeReason: {
    bank_cannot_process: ours('The bank cannot process it'),
    credit_not_processed: ours('A refund did not arrive'),
    customer_initiated: ours('The guest asked the bank'),
    debit_not_authorized: ours('Not authorized'),
    duplicate: ours('Charged twice'),
    fraudulent: ours('The guest does not know the charge'),
    general: ours('No reason was given'),
    incorrect_account_details: ours('Wrong account details'),
    insufficient_funds: ours('The card has no sufficient balance'),
    product_not_received: ours('Something did not arrive'),
    product_unacceptable: ours('Something was not as ordered'),
    subscription_canceled: ours('It was canceled before'),
    unrecognized: ours('The guest does not know the charge'),
  },
  transaction: {
    charge: ours('Payment'),
    payment: ours('Payment'),
    refund: ours('Refund'),
    payment_refund: ours('Refund'),
    refund_failure: ours('Refund came back'),
    payment_failure_refund: ours('Refund came back'),
    adjustment: ours('Adjustment'),
    stripe_fee: ours('Provider fee'),
    application_fee: ours('Service fee'),
    payout_failure: ours('Payout came back'),
    payout_cancel: ours('Payout canceled'),
    transfer: ours('Transfer'),
    topup: ours('Top-up'),
    reserve_transaction: ours('Reserve'),
  },
} as const;

/** Payouts to the bank: the list and one of them. */
export const payoutSheet = {
  label: ours('Payouts'),
  title: ours('Payout'),
  end: ours('Those are all payouts.'),
  choose: ours('Select a payout to see what is in it.'),
  missing: ours('We could not find this payout.'),
  sent: (day: string) => ours(`Sent ${day}`),
  arrives: ours('Arrives'),
  arrived: ours('Arrived'),
  wasToArrive: ours('Was to arrive'),
  created: ours('Sent'),
  descriptor: ours('On the bank statement'),
  instant: ours('Instant'),
  id: ours('Payout ID'),
  sums: ours('Sums'),
  gross: ours('Gross'),
  fees: ours('Fees'),
  net: ours('Net'),
  addsUp: ours('Adds up'),
  addsUpNot: (net: string, amount: string) =>
    ours(`Does not add up: its transactions make ${net}, the payout is ${amount}.`),
  byHand: ours('This payout was made by hand: the card provider does not tell what is in it.'),
  transactions: ours('Transactions'),
  noTransactions: ours('The card provider has not told yet what is in this payout.'),
  parts: (gross: string, fee: string) => ours(`Gross ${gross} · Fee ${fee}`),
} as const;

/** What online orders bring, week by week. */
export const onlinePayout = {
  week: ours('This week'),
  history: ours('History'),
  paidOn: (day: string) => ours(`Net, paid on ${day}`),
  gross: ours('Gross'),
  fees: ours('Fees'),
  checks: ours('Checks'),
  span: (from: string, to: string) => ours(`${from} – ${to}`),
  oneCheck: ours('1 check'),
  checkCount: (count: string) => ours(`${count} checks`),
  noneNext: ours('They show up here with the first online order of the week.'),
  historyNext: ours('A week is paid on the Wednesday after it.'),
  end: ours('Those are all weeks.'),
} as const;

/** What tills, payments and payouts say differently. */
export const mismatches = {
  title: ours('Things that do not match'),
  one: ours('1 thing does not match'),
  many: (count: string) => ours(`${count} things do not match`),
  failed: ours('We could not check whether everything matches.'),
  newest: (count: string) => ours(`Only the newest ${count} are shown.`),
  kinds: {
    unknown_to_provider: {
      title: ours('Paid at the till, no card payment'),
      what: ours(
        'The till says that a card paid, and the card provider does not know of it. Look at the check: the money may not have come.',
      ),
    },
    without_check: {
      title: ours('Charged, no check'),
      what: ours(
        'A card was charged, and no check says so. A check may be missing, or the guest is owed a refund.',
      ),
    },
    payout_differs: {
      title: ours('Payout differs'),
      what: ours(
        'The bank was sent another amount than the transactions of the payout add up to. Ask the card provider.',
      ),
    },
  },
  check: (id: string) => ours(`Check #${id}`),
  payment: ours('Card payment'),
  payout: ours('Payout'),
  expected: (amount: string) => ours(`Its transactions make ${amount}`),
} as const;
