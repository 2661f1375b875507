import { ours } from '../ours';

/** Choosing items; its title and its empty message are the specification's ('widgets'). */
export const itemPicker = {
  search: ours('Search items'),
  placeholder: ours('Name or price'),
  done: ours('Done'),
  noMatch: ours('No items match your search.'),
  estimatedSales: ours('Estimated sales'),
  estimatedProfit: ours('Estimated profit'),
  chosen: (count: number | string) => ours(`${count} selected`),
  items: ours('Items'),
} as const;
