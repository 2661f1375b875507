import { ours } from '../ours';

export const app = {
  name: ours('Saffron'),
  sentence: ours("Your restaurant's day, live in your pocket."),
  testMode: 'Test Mode',
} as const;

export const widgets = {
  cancel: 'Cancel',
  ok: 'OK',
  gotIt: 'Got It',
  close: ours('Close'),
  discard: ours('Discard'),
  back: ours('Back'),
  retry: ours('Try Again'),
  copy: ours('Copy'),
  copied: ours('Copied'),
  search: ours('Search'),
  loading: ours('Loading'),
  open: ours('Open'),
  selectItem: 'Select Item',
  noItems: 'No items available!.',
} as const;

export const filter = {
  to: 'To',
  title: 'Filter Report',
  dateRange: 'Date Range',
  apply: 'Apply Filter',
  month: ours('Month'),
  year: ours('Year'),
  startDate: ours('Start date'),
  endDate: ours('End date'),
  search: ours('Search'),
  filter: ours('Filter'),
  previousYear: ours('Previous year'),
  nextYear: ours('Next year'),
  dates: ours('Dates'),
  spans: {
    label: ours('Choose dates'),
    today: ours('Today'),
    yesterday: ours('Yesterday'),
    thisWeek: ours('This week'),
    lastWeek: ours('Last week'),
    thisMonth: ours('This month'),
    lastMonth: ours('Last month'),
  },
} as const;

export const views = {
  empty: 'Oops! We could not find any data.',
  emptyNext: ours('Please select other dates. Today fills in as your POS sends checks and shifts.'),
  failed: 'We encountered an error while fetching the list. Please try again!',
  noChartData: 'Currently, There is no data available!',
  comingSoon: 'We are currently working on this feature.',
  pageError: ours('Something went wrong on this page.'),
  contactSupport: 'Contact Support for assistance.',
  generic: 'Error Occured. Please contact system administrator.',
} as const;

export const version = {
  ready: ours('A new version of Saffron is ready.'),
  update: ours('Update'),
  missing: ours('This page could not be loaded. Please try again.'),
} as const;

export const network = {
  back: 'You are back online!',
  offlineTitle: 'No Internet Connection!',
  offline: 'You are offline! Please check your internet connection.',
  tooManyRequests: ours('Too many requests. Please wait a moment and try again.'),
  tooManyFor: (wait: string) => ours(`Too many requests. Please wait ${wait} and try again.`),
  seconds: (count: number) => ours(`${count} seconds`),
  minutes: (count: number) => ours(`${count} minutes`),
  hours: (count: number) => ours(`${count} hours`),
  workerUnsupported: 'Service workers are disabled or not supported by this browser',
} as const;
