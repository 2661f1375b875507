import type { Item } from '@/api';
import { priceText } from '../item-price/priceText';

/** Items whose till name, guest name or price (`12.50` or `$12.50`) contains the words, in any case. */
export function matchingItems(items: readonly Item[], words: string): readonly Item[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') {
    return items;
  }
  return items.filter((item) => {
    const { itemName, displayName, price, openPrice } = item;
    const typed = openPrice ? '' : price.toFixed(2);
    return [itemName, displayName, priceText(item), typed].some((text) =>
      text.toLowerCase().includes(wanted),
    );
  });
}
