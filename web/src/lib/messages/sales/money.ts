import { ours } from '../ours';

/** The Money tab and what its pages share. */
export const moneyTab = {
  segments: ours('Money sections'),
  transactions: ours('Transactions'),
  payouts: ours('Payouts'),
  onlineOrders: ours('Online orders'),
  asOf: (time: string) => ours(`As of ${time}`),
  stale: ours('Waiting for updates from your card processor. The latest payments may be missing.'),
  notRead: ours('No updates from your card processor yet.'),
  noPayoutsNext: ours('Payouts show up here once your card processor reports them.'),
  unidentified: 'Unidentified',
  notKnown: ours('Not known yet'),
  /** The processor of a location's own card account. */
  ownProcessor: ours('Stripe'),
  processor: ours('Processor'),
  /** Beside the name of a processor whose money the POS reports. */
  processorHint: ours('Payments, payouts and disputes of this processor come from your POS.'),
} as const;

/** The list of card payments. */
export const paymentList = {
  label: ours('Card payments'),
  end: ours('No more payments in these dates'),
  earlier: ours('Show earlier days'),
  noneNext: ours('Please select other dates, or show earlier days.'),
  noCard: ours('No card'),
  refunded: (amount: string) => ours(`${amount} refunded`),
  disputed: ours('Disputed'),
} as const;

/** One card payment, with what can be done for it. */
export const paymentSheet = {
  title: ours('Payment'),
  failed: ours("We couldn't find this payment. Please try again."),
  missing: ours("We couldn't find this payment."),
  missingNext: ours("Please look for its time and amount in that day's list."),
  card: ours('Card'),
  ending: (brand: string, last4: string) => ours(`${brand} ending in ${last4}`),
  when: ours('Time'),
  note: ours('Description'),
  id: ours('Payment ID'),
  check: ours('Check'),
  noCheck: ours('No check linked'),
  payout: ours('Payout'),
  payoutOf: (day: string) => ours(`Payout of ${day}`),
  notPaidOut: ours('Not paid out yet'),
  noPayout: ours('No payout linked'),
  money: ours('Where the money went'),
  charged: ours('Charged'),
  refunded: 'Refunded',
  fee: ours('Fee'),
  feeEstimated: ours('Fee (estimated)'),
  net: ours('Net'),
  /** Under the net amount. */
  converted: (processor: string) => ours(`converted by ${processor}`),
  withoutOthers: ours('without amounts in other currencies'),
  refunds: ours('Refunds'),
  dispute: ours('Dispute'),
  disputes: ours('Disputes'),
  disputeHint: ours('The cardholder asked the bank for this money back.'),
  disputeFee: ours('Dispute fee'),
  answerBy: (processor: string, day: string) => ours(`Respond in ${processor} by ${day}.`),
  held: ours('This amount is on hold. Capture it to get paid, or cancel to release the hold.'),
  heldAt: (processor: string) =>
    ours(
      `This amount is on hold. Capture it in ${processor} to get paid, or cancel it there to release the hold.`,
    ),
  capture: ours('Capture'),
  cancel: ours('Cancel payment'),
  captureTitle: (amount: string) => ours(`Capture ${amount}?`),
  captureWhat: ours('The card is charged now.'),
  notNow: ours('Not now'),
  cancelTitle: (amount: string) => ours(`Cancel the payment of ${amount}?`),
  cancelWhat: ours('The hold is released and the card is not charged. This cannot be undone.'),
  keep: ours('Keep Payment'),
  captured: ours('Payment captured.'),
  cancelled: ours('Payment canceled.'),
  captureFailed: ours("We couldn't capture the payment. Please try again."),
  cancelFailed: ours("We couldn't cancel the payment. Please try again."),
  changedMeanwhile: ours('This payment has changed. You now see its current state.'),
} as const;

/** Where the card money of a check went. */
export const cardTrace = {
  title: ours('Where the card money went'),
  payment: ours('Card payment'),
  payout: (amount: string) => ours(`In a payout of ${amount}`),
  paid: (day: string) => ours(`Arrived ${day}`),
  expected: (day: string) => ours(`Expected ${day}`),
  notPaidOut: ours('Not paid out yet.'),
  notBefore: (day: string) => ours(`Not paid out yet. Expected from ${day}.`),
  refunded: ours('Refunded from this payment.'),
  chargedMore: (difference: string, charged: string, posAmount: string) =>
    ours(
      `The guest was charged ${difference} more than on the check: ${charged} instead of ${posAmount}.`,
    ),
  chargedLess: (difference: string, charged: string, posAmount: string) =>
    ours(
      `The guest was charged ${difference} less than on the check: ${charged} instead of ${posAmount}.`,
    ),
  otherCurrency: (posAmount: string, charged: string) =>
    ours(`The POS recorded ${posAmount}, but the card was charged ${charged}.`),
  noPayout: ours('No payout linked.'),
  notReportedYet: ours('Stripe has not reported this payment yet. Please check again in an hour.'),
  notInStripe: ours(
    'Stripe has no record of this payment. You may not have been paid: contact Stripe with the payment ID.',
  ),
  notLinked: ours(
    'The POS did not link a card payment to this check. Look for its amount in Transactions.',
  ),
  transactions: ours("That day's transactions"),
  failed: ours("We couldn't load the card payments of this check. Please try again."),
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
    requires_action: ours('Waiting for guest'),
    failed: 'Failed',
    canceled: 'Canceled',
  },
  refundReason: {
    duplicate: ours('Charged twice'),
    fraudulent: ours('Fraud'),
    requested_by_customer: ours('Requested by the guest'),
    expired_uncaptured_charge: ours('Not captured in time'),
  },
  dispute: {
    warning_needs_response: ours('Inquiry, needs response'),
    warning_under_review: ours('Inquiry, under review'),
    warning_closed: ours('Inquiry, closed'),
    needs_response: ours('Needs response'),
    under_review: ours('Under review'),
    won: ours('Won'),
    lost: ours('Lost'),
    prevented: ours('Prevented'),
  },
  disputeReason: {
    bank_cannot_process: ours('The bank could not process it'),
    credit_not_processed: ours('Refund not received'),
    customer_initiated: ours('Requested by the guest'),
    debit_not_authorized: ours('Not authorized'),
    duplicate: ours('Charged twice'),
    fraudulent: ours('Reported as fraud'),
    general: ours('No reason given'),
    incorrect_account_details: ours('Wrong account details'),
    insufficient_funds: ours('Insufficient funds'),
    product_not_received: ours('Order not received'),
    product_unacceptable: ours('Order not as described'),
    subscription_canceled: ours('Canceled earlier'),
    unrecognized: ours('Charge not recognized'),
  },
} as const;

/** Payouts to the bank: the list and one of them. */
export const payoutSheet = {
  label: ours('Payouts'),
  title: ours('Payout'),
  end: ours('End of list'),
  missing: ours("We couldn't find this payout."),
  sent: (day: string) => ours(`Sent ${day}`),
  arrives: ours('Arrives'),
  arrived: ours('Arrived'),
  wasToArrive: ours('Was expected'),
  created: ours('Sent'),
  taken: ours('Taken'),
  toBeTaken: ours('To be taken'),
  requested: ours('Requested'),
  descriptor: ours('On the bank statement'),
  instant: ours('Instant'),
  id: ours('Payout ID'),
  summary: ours('Summary'),
  gross: ours('Gross'),
  fees: ours('Fees'),
  net: ours('Net'),
  matches: ours('Matches its transactions'),
  doesNotMatch: (net: string, amount: string) =>
    ours(`Does not match its transactions: they total ${net}, the payout is ${amount}.`),
  otherCurrencies: ours(
    'Some transactions are in other currencies, so they are not added up here.',
  ),
  manual: (processor: string) =>
    ours(`Manual payout: ${processor} does not list its transactions.`),
  transactions: ours('Transactions'),
  noTransactions: (processor: string) =>
    ours(`${processor} has not listed the transactions of this payout yet.`),
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
  noneNext: ours('Sales show up here after the first online order of the week.'),
  historyNext: ours('Each week is paid the following Wednesday.'),
  end: ours('End of list'),
} as const;

/** Differences between the POS, card payments and payouts. */
export const mismatches = {
  title: ours('Needs review'),
  none: ours('Nothing needs review'),
  noneNext: ours('Checks, card payments and payouts agree.'),
  noneResolved: ours('Nothing resolved yet'),
  one: (sum: string) => ours(`1 payment needs review: ${sum}`),
  many: (count: string, sum: string) => ours(`${count} payments need review: ${sum}`),
  open: (count: string, sum: string) => ours(`${count} open, ${sum}`),
  failed: ours("We couldn't check for payments that need review."),
  filter: ours('Show'),
  states: { open: ours('Open'), resolved: ours('Resolved'), all: ours('All') },
  kinds: {
    unknown_to_provider: {
      title: ours('Check paid by card, no card charge found'),
      what: (processor: string) =>
        ours(
          `The POS recorded a card payment that ${processor} does not have. Open the check: you may not have been paid.`,
        ),
    },
    without_check: {
      title: ours('Card charged without a check'),
      what: () =>
        ours(
          'A card was charged, but no check has the payment. A check may be missing, or the guest may be owed a refund.',
        ),
    },
    payout_differs: {
      title: ours('Payout amount differs'),
      what: (processor: string) =>
        ours(`The payout is not the total of its transactions. Please contact ${processor}.`),
    },
    amount_differs: {
      title: ours('Charged amount differs'),
      what: () =>
        ours(
          'Compare the tips of the check and the card payment. The guest may be owed a refund, or you may not have been paid in full.',
        ),
    },
  },
  check: (id: string) => ours(`Check #${id}`),
  payment: ours('Card payment'),
  card: (last4: string) => ours(`Card ending in ${last4}`),
  payout: ours('Payout'),
  expected: (amount: string) => ours(`Its transactions total ${amount}`),
  paidOut: {
    more: (difference: string) => ours(`The payout is ${difference} more than its transactions`),
    less: (difference: string) => ours(`The payout is ${difference} less than its transactions`),
  },
  charged: {
    more: (difference: string) =>
      ours(`The card was charged ${difference} more than the check says`),
    less: (difference: string) =>
      ours(`The card was charged ${difference} less than the check says`),
  },
  time: ours('Time'),
  note: ours('Note (optional)'),
  noteHint: ours('Everyone with this location can read it.'),
  resolve: ours('Resolve'),
  reopen: ours('Open again'),
  undo: ours('Undo'),
  resolved: ours('Marked as resolved.'),
  reopened: ours('Open again.'),
  reviewFailed: ours("We couldn't save this. Please try again."),
  resolvedBy: (name: string, time: string) => ours(`Resolved by ${name}, ${time}`),
  reopenedBy: (name: string, time: string) => ours(`Opened again by ${name}, ${time}`),
  changedSince: (name: string, time: string) => ours(`Changed since ${name} resolved it, ${time}`),
} as const;
