import { ours } from '../ours';

/** Home at a glance. */
export const glance = {
  now: ours('Now'),
  salesThroughTheDay: ours("Today's sales adding up, against last week's whole day"),
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
  none: ours('We could not find any checks that match your search.'),
  noneNext: ours('Please try other words, or select other dates.'),
  clear: ours('Clear search'),
  choose: ours('Select a check to see what is on it.'),
  itemReport: ours('Show in the item report'),
} as const;
