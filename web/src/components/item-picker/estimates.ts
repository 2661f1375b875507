import type { Item } from '@/api';
import { sumMoney } from '@/lib/money';

/** Estimates of chosen items, in dollars. */
export interface Estimates {
  /** Sum of the prices. */
  sales: number;
  /** Sales less the estimated costs; an unknown cost counts as nothing. */
  profit: number;
  /** Whether the cost of an item is unknown: the real profit is lower. */
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
