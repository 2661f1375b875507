import { ours } from '../ours';

/** What stands beside figures; their own names stand in the catalogue of figures. */
export const figures = {
  incomplete: ours('incomplete'),
  soFar: ours('so far'),
  shareOfSales: ours('Share'),
  change: ours('vs last week'),
  total: ours('Total'),
  amount: ours('Amount'),
  none: ours('–'),
} as const;

/** What explains figures. */
export const figureWords = {
  whatIs: (figure: string) => ours(`What is ${figure}?`),
  changes: (span: string) => ours(`Change vs ${span}`),
  changesSoFar: (span: string) => ours(`Change vs ${span}, up to the same time`),
  explain: ours('What do these mean?'),
  sameTime: ours('so far; compared up to the same time'),
  print: ours('Print'),
  options: ours('Report options'),
  showChecks: ours('Show checks'),
  printed: (moment: string) => ours(`Printed ${moment}`),
} as const;

/** Taking a list or report away as a file. */
export const files = {
  options: ours('List options'),
  download: ours('Download CSV'),
  share: ours('Share CSV'),
  mail: ours('Send to accountant'),
  mailTitle: ours('Send as CSV'),
  mailTo: ours('Email'),
  mailHint: ours('Replies go to your email address.'),
  mailed: (to: string) => ours(`Sent to ${to}.`),
  mailFailed: ours("We couldn't send the file. Please try again."),
  send: ours('Send'),
  saved: (name: string) => ours(`Saved ${name}`),
} as const;

/** What a report's changes are against, by the choice of the owner. */
export const comparison = {
  title: ours('Compare with'),
  /** Beside a total: its own span, where its rows have others. */
  totalVs: (span: string) => ours(`vs ${span}`),
  previous: {
    name: ours('Period before'),
    about: ours(
      'A day with the same weekday a week earlier, a week with the week before, a month with the month before.',
    ),
    span: { long: ours('the period before'), short: ours('Period before') },
    day: { long: ours('the same day last week'), short: ours('Last week') },
    days: { long: ours('the same weekday a week earlier'), short: ours('A week earlier') },
    months: { long: ours('the month before'), short: ours('Month before') },
  },
  sameLastYear: {
    name: ours('Same period last year'),
    about: ours('Months and years with those of last year, other dates with the same weekdays.'),
    span: { long: ours('the same period last year'), short: ours('Last year') },
    day: { long: ours('the same weekday last year'), short: ours('Last year') },
    days: { long: ours('the same weekday last year'), short: ours('Last year') },
    months: { long: ours('the same month last year'), short: ours('Last year') },
  },
} as const;

export const chartWords = {
  failed: ours('The chart could not be loaded. The figures below are complete.'),
  previous: ours('Previous chart'),
  next: ours('Next chart'),
  today: ours('Today'),
  lastWeek: ours('Last week'),
  thisPeriod: ours('This period'),
  lastYear: ours('Last year'),
  other: ours('Other'),
  topShare: (members: number, percent: string, figure: string) =>
    ours(`Top ${members} are ${percent} of ${figure}`),
  asTable: ours('Chart as table'),
  asChart: ours('Table as chart'),
  date: ours('Date'),
  location: ours('Location'),
  figure: ours('Figure'),
} as const;

export const calendar = {
  previousMonth: ours('Previous month'),
  nextMonth: ours('Next month'),
  previousYears: ours('Previous years'),
  nextYears: ours('Next years'),
} as const;

export const home = {
  todaysSales: ours("Today's sales"),
  atThisHour: ours('vs last week at this hour'),
  locations: ours('Locations'),
  noSalesYet: ours('No sales yet today.'),
  /** Before the first sale of the day. */
  opensAt: (time: string) => ours(`Opens at ${time}`),
  usually: ours('Usually'),
  usuallyThen: (then: string) => ours(`Usually; ${then}`),
  noSalesThen: (then: string) => ours(`No sales yet today; ${then}`),
  lastWeekday: (weekday: string, sales: string) => ours(`last ${weekday} ${sales}`),
  attention: ours('For you'),
  unread: ours('Unread messages'),
  toReview: ours('Payments to review'),
  noSalesNext: ours('The first check of the day shows up here automatically.'),
  refresh: ours('Refresh'),
  refreshing: ours('Refreshing'),
  features: ours('Features'),
} as const;

export const reportWords = {
  switch: ours('Reports'),
  tabs: ours('Report'),
  dailySales: ours('Daily Sales'),
  historyReport: ours('History'),
  salesHistory: ours('Checks'),
  charts: ours('Charts'),
  byDay: ours('By day'),
  trend: ours('Trend'),
  showAllRows: (count: number) => ours(`Show all ${count.toLocaleString('en-US')}`),
  byMonth: ours('By month'),
  byLocation: ours('By location'),
  byHour: ours('By hour'),
  figures: ours('Figures'),
  /** Name of the region that shows a report's total. */
  total: (figure: string) => ours(`${figure}, total`),
  items: ours('Items'),
  whereSalesGo: ours('Where sales go'),
  comparedWith: (span: string) => ours(`Compared with ${span}`),
  salesAndLabor: ours('Sales and labor by hour'),
  coversByHour: ours('Covers by hour'),
  by: (split: string) => ours(`By ${split.toLowerCase()}`),
  /** 'Gross sales by item'; the split in lower case. */
  figureBy: (figure: string, split: string) => ours(`${figure} by ${split}`),
  shareBy: (split: string) => ours(`Share by ${split.toLowerCase()}`),
  hour: ours('Hour'),
  drawer: ours('Drawer'),
  search: (split: string) => ours(`Search ${split.toLowerCase()}`),
  noMatch: (split: string) => ours(`No ${split.toLowerCase()} matches that name.`),
  summaryKinds: ours('Figure'),
  notClockedOut: ours('not clocked out'),
  regularHours: ours('Regular hours'),
  overtimeHours: ours('Overtime hours'),
  laborByHour: ours('Labor % by hour'),
  target: (percent: string) => ours(`Target ${percent}`),
  againstTarget: ours('vs target'),
  againstTargetOf: (percent: string) => ours(`vs target of ${percent}`),
  notClockedOutAre: (names: string, more: number) =>
    ours(`Not clocked out: ${names}${more > 0 ? ` and ${more} more` : ''}`),
  lastKnown: ours('Showing the last figures we have.'),
} as const;

export const checks = {
  check: ours('Check'),
  voided: ours('Voided'),
  open: ours('Open'),
  deferred: ours('Not a sale until it is redeemed'),
  taxIncluded: ours('Price with tax'),
  sales: (amount: string) => ours(`Sales ${amount}`),
  refund: ours('Refund'),
  refundOf: ours('Refund of'),
  sentNumber: ours('ID at the POS'),
  table: ours('Table'),
  cover: ours('cover'),
  covers: ours('covers'),
  server: ours('Server'),
  cashier: ours('Cashier'),
  opened: ours('Opened'),
  closed: ours('Closed'),
  orderType: ours('Order type'),
  revenueCenter: ours('Revenue center'),
  items: ours('Items'),
  payments: ours('Payments'),
  tip: ours('tip'),
  paid: ours('Total paid'),
  end: ours('No more checks in these dates'),
  failedMore: ours("We couldn't load more checks. Please try again."),
  missing: ours(
    "We couldn't find this check. Your POS may have removed it: then it counts nowhere.",
  ),
} as const;
