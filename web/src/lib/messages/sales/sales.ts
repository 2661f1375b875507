import { ours } from '../ours';

export const sales = {
  none: 'We could not find sales history in the given date range. Please try again by selecting other date.',
  selectLocation: 'Please select location to view sales history.',
} as const;

/** Labels of the tabs of figures; those of reports are in the catalogue. */
export const reports = {
  history: {
    sales: ours('Sales'),
    labor: ours('Labor'),
    discount: ours('Discount'),
    void: ours('Void'),
    tax: ours('Tax'),
    tips: ours('Tips'),
    payment: ours('Payment'),
    reward: ours('Reward'),
    cover: ours('Cover'),
    cost: ours('Cost'),
  },
  /** The kinds of figures of the summary. */
  summary: {
    sales: ours('Sales'),
    cost: ours('Cost'),
    profit: ours('Profit'),
    tax: ours('Tax'),
    tips: ours('Tips'),
    void: ours('Void'),
    payment: ours('Payment'),
    labor: ours('Labor'),
    cover: ours('Cover'),
  },
} as const;
