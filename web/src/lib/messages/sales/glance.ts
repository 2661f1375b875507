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
  choose: ours('Select a check to see its items and payments.'),
  itemReport: ours('View item report'),
} as const;
