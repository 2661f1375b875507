import type { Item, ItemEdit, Promotion } from '@/api';

/** An item of get-items-list without stock and offer. */
export function menuItem(posItemID: string, rest: Partial<Item> = {}): Item {
  return {
    posID: 'demo-pizza',
    posItemID,
    itemName: `Item ${posItemID}`,
    displayName: `Item ${posItemID}`,
    majorCategory: 'Food',
    minorCategory: 'Pizza',
    price: 12.5,
    openPrice: false,
    estimatedCost: 4.1,
    imageUrl: null,
    offPercentage: 0,
    validFrom: null,
    validUntil: null,
    onOffer: false,
    stock: null,
    lowStock: null,
    inventoryLevel: null,
    soldOut: false,
    soldOutBy: null,
    soldOutUntil: null,
    tillPrice: null,
    tillCost: null,
    version: 1,
    ...rest,
  };
}

/** A promotion that is valid in November 2026. */
export function promotion(promoCode: string, rest: Partial<Promotion> = {}): Promotion {
  const days = { validFrom: '2026-11-01T00:00:00', validUntil: '2026-11-30T23:59:59' };
  return {
    item: menuItem('m', { displayName: 'Margherita', offPercentage: 20, onOffer: true, ...days }),
    offPercentage: 20,
    promoCode,
    redemptions: 12,
    state: 'valid',
    ...days,
    ...rest,
  };
}

/** A change of a price. */
export function itemEdit(posItemID: string, rest: Partial<ItemEdit> = {}): ItemEdit {
  return {
    posItemID,
    itemName: `Item ${posItemID}`,
    at: '2026-11-21T10:30:00',
    by: 'Olive Owner',
    field: 'price',
    from: '$12.00',
    to: '$12.50',
    ...rest,
  };
}
