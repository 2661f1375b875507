import type { Item } from '@/api';
import { formatMoney } from '@/lib/money';

/** Items whose till name, guest name or price (`12.50` or `$12.50`) contains the words, in any case. */
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
