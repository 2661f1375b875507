import { ours } from '../ours';

/** The API's codes in words, by the field that holds them. */
export const codeWords = {
  discountKind: {
    comp: ours('Comp'),
    promotion: ours('Promotion'),
    employee: ours('Employee meal'),
    other: ours('Other'),
  },
  chargeKind: { gratuity: ours('Gratuity'), fee: ours('Fee'), delivery: ours('Delivery') },
  collectedBy: { us: ours('Owed by you'), marketplace: ours('Collected by marketplaces') },
  activity: { sold: ours('Sold'), redeemed: ours('Redeemed') },
} as const;

/** Names of splits that fit 'By approver', where those of the catalogue do not. */
export const splitWords = {
  approvedBy: ours('Approver'),
  collectedBy: ours('Collector'),
} as const;

/** What lines, sums and payments of a check say beside their amounts. */
export const checkParts = {
  reason: ours('Reason'),
  approvedBy: ours('Approved by'),
  /** After other words. */
  approved: (name: string) => ours(`approved by ${name}`),
  /** What of a discount has no name, beside what has one. */
  otherDiscount: ours('Other discount'),
  pieces: (quantity: string, name: string) => ours(`${quantity} × ${name}`),
} as const;
