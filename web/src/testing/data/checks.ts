import type { CheckDetail, CheckItem, CheckPayment } from '@/api';
import { checkSummary } from './reportRows';

/** A check of get-check-item without discounts and taxes. */
export function checkDetail(posCheckID: string, rest: Partial<CheckDetail> = {}): CheckDetail {
  return {
    ...checkSummary(posCheckID),
    cashierName: null,
    revenueCenter: null,
    orderInputType: 'pos',
    orderSource: null,
    promoCode: null,
    rewardUsed: 0,
    grossDiscounts: 0,
    grossTax: 0,
    grossDeferred: 0,
    grossRounding: 0,
    marketplaceTax: 0,
    outOfBalance: 0,
    discounts: [],
    taxes: [],
    serviceCharges: [],
    reason: null,
    approvedBy: null,
    sentCheckID: null,
    ...rest,
  };
}

/** A line of a check: one piece, without modifiers and discounts. */
export function checkItem(
  itemName: string,
  amount: number,
  rest: Partial<CheckItem> = {},
): CheckItem {
  return {
    posItemID: itemName,
    itemName,
    majorCategory: null,
    minorCategory: null,
    quantity: 1,
    price: amount,
    amount,
    cost: null,
    discount: 0,
    discounts: [],
    modifiers: [],
    tax: 0,
    taxIncluded: false,
    voided: false,
    deferred: false,
    reason: null,
    approvedBy: null,
    ...rest,
  };
}

/** A payment of a check that no other processor took. */
export function checkPayment(
  type: string,
  amount: number,
  rest: Partial<CheckPayment> = {},
): CheckPayment {
  return {
    type,
    amount,
    tip: 0,
    giftCard: false,
    processor: null,
    paymentID: null,
    fee: null,
    ...rest,
  };
}
