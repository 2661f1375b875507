import { ours } from '../ours';

export const payments = {
  selectLocation: 'Please select location to fetch transactions/payouts.',
  noTransactions: ours('Currently, there are no transactions.'),
  noPayouts: ours('Currently, there are no payouts.'),
  noPayoutDetails: 'Currently, there are no payout details.',
  noPayoutHistory: 'Currently, there are no payouts history.',
  badge: {
    completeRefund: 'Refunded',
    partialRefund: 'Partial Refund',
    success: 'Succeeded',
    cancelled: 'Canceled',
    failed: 'Failed',
    incomplete: 'Incomplete',
    unidentified: 'Unidentified',
    uncaptured: 'Uncaptured',
    processing: ours('Processing'),
    incompleteMethod: 'Incomplete',
  },
  payoutBadge: {
    paid: 'Paid',
    pending: 'Pending',
    inTransit: 'Intransit',
    canceled: 'Canceled',
    failed: 'Failed',
    unidentified: 'Unidentified',
    /** Paid by the restaurant's bank. */
    taken: ours('Taken'),
  },
  status: {
    success: 'This payment is complete.',
    cancelled: 'This payment was cancelled.',
    incompleteMethod: 'The customer has not entered their payment method.',
    incomplete: 'The customer has not completed the payment.',
    uncaptured: 'The payment method was not captured.',
    processing: ours('This payment is still being processed.'),
    completeRefund: 'This refund has been initiated.',
    /** `amount` is money as shown, its dollar sign included. */
    partialRefund: (amount: string) => `${amount} refund was initiated.`,
    unidentified: ours('The status of this payment is unknown.'),
  },
  payoutStatus: {
    paid: 'This payout was paid.',
    pending: 'This payout is in pending.',
    inTransit: 'This payout is in progress.',
    cancelled: 'This payout was cancelled.',
    unidentified: ours('The status of this payout is unknown.'),
  },
  /** Of a payout below zero. */
  debitStatus: {
    paid: ours('This amount was taken from your bank.'),
    pending: ours('This amount will be taken from your bank.'),
    inTransit: ours('This amount is being taken from your bank.'),
    cancelled: ours('This was canceled: nothing was taken from your bank.'),
  },
  /** By the provider's failure code of a card payment; `other` for every code not listed. */
  cardFailure: {
    amount_too_large: 'The transaction amount was too large.',
    amount_too_small: 'The transaction amount was too small.',
    api_key_expired: 'Your key was expired.',
    balance_insufficient: 'The card has no sufficient balance.',
    card_decline_rate_limit_exceeded: 'The card was declined too many times.',
    card_declined: 'The card was declined',
    charge_already_captured: 'The payment was already captured.',
    charge_already_refunded: 'The payment was already refunded.',
    expired_card: 'The card was expired.',
    incorrect_number: 'The card number was incorrect',
    insufficient_funds: 'The card has no sufficient balance.',
    other: 'The transaction was failed.',
  },
  /** By the provider's failure code of a payout; `other` for every code not listed. */
  payoutFailure: (processor: string) => ({
    account_closed: 'The bank account has been closed.',
    could_not_process: 'The bank could not process this payout.',
    declined: 'The bank has declined this transfer. Please contact the bank before retrying.',
    insufficient_funds: ours(`Your ${processor} balance is too low for this payout.`),
    invalid_account_number: 'The routing number seems correct, but the account number is invalid.',
    no_account:
      'The bank account details on file are probably incorrect. No bank account could be located with those details.',
    unsupported_card: 'The bank no longer supports payouts to this card.',
    other: ours('This payout failed.'),
  }),
  /** By the same codes, where they mean something else for a payout below zero. */
  debitFailure: (processor: string) => ({
    debit_not_authorized: ours(
      `Your bank does not let ${processor} take money. Please ask your bank to allow it.`,
    ),
    insufficient_funds: ours(
      'Your bank account has too little money for this amount. Please add money to it.',
    ),
    other: ours(`This amount could not be taken from your bank. Please contact ${processor}.`),
  }),
} as const;
