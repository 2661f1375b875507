import type { Item } from '@/api';
import { formatMoney } from '@/lib/money';

/**
 * Items whose name at the till, name for guests or price holds the words, in any case
 * (specification, section 5). A price is found as `12.50` and as `$12.50`.
 */
export function matchingItems(items: readonly Item[], words: string): readonly Item[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') {
    return items;
  }
  return items.filter(({ itemName, displayName, price }) =>
    [itemName, displayName, formatMoney(price), price.toFixed(2)].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
}
