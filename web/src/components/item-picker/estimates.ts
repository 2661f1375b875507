import type { Item } from '@/api';
import { sumMoney } from '@/lib/money';

/** Estimates of chosen items, in dollars (specification, section 9). */
export interface Estimates {
  /** Sum of the prices. */
  sales: number;
  /** Sales less the estimated costs; an unknown cost counts as nothing. */
  profit: number;
  /** The cost of an item is not known: the profit is less than that. */
  incomplete: boolean;
}

/** Estimated sales and profit of items, exact to the cent. */
export function estimatesOf(items: readonly Pick<Item, 'price' | 'estimatedCost'>[]): Estimates {
  return {
    sales: sumMoney(items.map(({ price }) => price)),
    profit: sumMoney(items.flatMap(({ price, estimatedCost }) => [price, -(estimatedCost ?? 0)])),
    incomplete: items.some(({ estimatedCost }) => estimatedCost === null),
  };
}
