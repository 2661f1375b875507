import { ours } from '../ours';

/** Checks whose amounts do not add up, or whose date is unlikely. */
export const exceptions = {
  filter: ours('Exceptions'),
  show: ours('Show exceptions'),
  none: ours('Every check adds up'),
  noneNext: ours(
    'Checks show up here if their payments, discounts, taxes or dates need a second look.',
  ),
  end: ours('No more exceptions in these dates'),
  noMatch: ours('No exceptions match your search.'),
  paidMore: (amount: string) => ours(`Paid ${amount} more than due`),
  paidLess: (amount: string) => ours(`Paid ${amount} less than due`),
  refundedMore: (amount: string) => ours(`Refunded ${amount} more than due`),
  refundedLess: (amount: string) => ours(`Refunded ${amount} less than due`),
  discountsDiffer: ours('Discounts do not add up'),
  taxIncluded: ours('Tax inside a price'),
  otherDate: ours('Counts on another date'),
  /** Of a kind that this version does not know. */
  other: ours('Needs a second look'),
} as const;

/** What to do about a check with exceptions. */
export const exceptionAdvice = {
  payments: ours('Check the payments in the POS and send the check again.'),
  discounts: ours('Check the discounts in the POS and send the check again.'),
  discountsOf: (named: string, whole: string) =>
    ours(`The POS names discounts of ${named}, the check has ${whole}.`),
  itemDiscountsOf: (item: string, named: string, whole: string) =>
    ours(`The POS names discounts of ${named} for ${item}, its line has ${whole}.`),
  tax: ours('Correct the tax in the POS and send the check again.'),
  taxOf: (item: string) =>
    ours(
      `The tax rate of ${item} is unknown: correct its price in the POS and send the check again.`,
    ),
  date: (closed: string, counts: string) =>
    ours(
      `Closed ${closed}, counts on ${counts}: correct the date in the POS and send the check again.`,
    ),
  other: ours('Look at the check in the POS and send it again.'),
} as const;
