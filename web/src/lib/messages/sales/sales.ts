import { ours } from '../ours';

export const sales = {
  none: 'We could not find sales history in the given date range. Please try again by selecting other date.',
  selectLocation: 'Please select location to view sales history.',
} as const;

/** Labels of the report tabs, in the order of the specification. */
export const reports = {
  daily: {
    sales: ours('Sales'),
    hourly: ours('Hourly'),
    labor: ours('Labor'),
    item: ours('Item'),
    majorCategory: ours('Major Category'),
    minorCategory: ours('Minor Category'),
    employee: ours('Sales by Employee'),
    revenueCenter: ours('Revenue Center'),
    cashier: ours('Cashier'),
    payment: ours('Payment'),
    onlineOrder: ours('Online Order'),
    tablePerformance: ours('Table Performance'),
    orderType: ours('Order Type'),
    orderInputType: ours('Order Input Type'),
    summary: ours('Summary'),
  },
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
