import type { Item } from '@/api';
import { sumMoney } from '@/lib/money';

/** Estimates of chosen items, in dollars. */
export interface Estimates {
  /** Sum of the prices; an open price counts as nothing. */
  sales: number;
  /** Whether a price is open: the real sales are higher. */
  salesIncomplete: boolean;
  /** Sales less the estimated costs of items with a price; an unknown cost counts as nothing. */
  profit: number;
  /** Whether the price is open or the cost is unknown of an item: the real profit differs. */
  profitIncomplete: boolean;
}

/** Estimated sales and profit of items, exact to the cent. */
export function estimatesOf(
  items: readonly Pick<Item, 'price' | 'openPrice' | 'estimatedCost'>[],
): Estimates {
  const priced = items.filter(({ openPrice }) => !openPrice);
  const salesIncomplete = priced.length < items.length;
  return {
    sales: sumMoney(priced.map(({ price }) => price)),
    salesIncomplete,
    profit: sumMoney(priced.flatMap(({ price, estimatedCost }) => [price, -(estimatedCost ?? 0)])),
    profitIncomplete: salesIncomplete || items.some(({ estimatedCost }) => estimatedCost === null),
  };
}
