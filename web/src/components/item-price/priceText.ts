import type { Item } from '@/api';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';

/** A price of an item in words; `dollars` is another than that in force: today's, or that of an offer. */
export function priceText(
  { openPrice, price }: Pick<Item, 'openPrice' | 'price'>,
  dollars = price,
): string {
  // Answers that an earlier version kept on the device lack the field: their prices are set.
  return openPrice ? messages.menu.openPrice : formatMoney(dollars);
}
