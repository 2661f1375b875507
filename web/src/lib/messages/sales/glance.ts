import { ours } from '../ours';

/** Home at a glance. */
export const glance = {
  now: ours('Now'),
  salesThroughTheDay: ours("Running total of today's sales, with last week's full day"),
  time: ours('Time'),
  rankBy: ours('Rank by'),
  bySales: ours('Sales'),
  byChange: ours('Growth'),
  bestFirst: ours('Best first'),
  worstFirst: ours('Worst first'),
  fewer: ours('Show fewer'),
  all: (locations: number) => ours(`Show all ${locations}`),
} as const;

/** Looking for checks, and what leads from one to the next. */
export const checkSearch = {
  label: ours('Search check, amount, payment or employee'),
  placeholder: ours('Check, amount, payment, employee'),
  none: ours('No checks match your search.'),
  noneNext: ours('Please try other search words or other dates.'),
  clear: ours('Clear search'),
  itemReport: ours('View item report'),
} as const;

/** The search over card payments and checks of all locations and dates. */
export const find = {
  title: ours('Find'),
  open: ours('Find a payment or check'),
  everywhere: ours('Search all dates and locations'),
  label: ours('Search amount, card, check, guest or employee'),
  placeholder: ours('$31.84, 4242, check, name'),
  hint: ours('Searches all your locations and all dates.'),
  start: ours('What are you looking for?'),
  startNext: ours('Type an amount, the last four digits of a card, a check number or a name.'),
  payments: ours('Card payments'),
  checks: ours('Checks'),
  noPayments: ours('No card payments found.'),
  noChecks: ours('No checks found.'),
  status: ours('Status'),
  statuses: {
    any: ours('All'),
    succeeded: 'Succeeded',
    refunded: 'Refunded',
    failed: 'Failed',
    held: 'Uncaptured',
    disputed: ours('Disputed'),
  },
  nearest: (typed: string, amount: string, day: string) =>
    ours(`No ${typed}. Nearest: ${amount} on ${day}`),
} as const;
