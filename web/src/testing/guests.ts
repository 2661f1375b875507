import type { Customer, Item, Reward } from '@/api';

/** A guest of get-customers-list. */
export function customer(posCustomerID: string, rest: Partial<Customer> = {}): Customer {
  return {
    posID: 'demo-pizza',
    posCustomerID,
    firstName: 'Ana',
    lastName: 'Lopez',
    email: 'ana@example.com',
    cellPhoneNumber: '2125550123',
    emailConsent: true,
    smsConsent: null,
    visits: 12,
    lastVisit: '2026-11-20T19:30:00',
    spend: 1234.5,
    points: 1250,
    pointsOwed: 0,
    erased: false,
    ...rest,
  };
}

/** A valid reward of an item, or of points with `rewardPoint`. */
export function reward(rewardID: string, rest: Partial<Reward> = {}): Reward {
  return {
    rewardID,
    posItemID: 'w',
    itemName: 'House red',
    rewardPoint: 0,
    rewardMessage: null,
    grantedAt: '2026-11-10T12:00:00',
    grantedBy: 'Olive Owner',
    validUntil: '2026-12-10T23:59:59',
    redeemedAt: null,
    redeemedByCheck: null,
    expired: false,
    message: null,
    ...rest,
  };
}

/** An item of get-items-list. */
export function offeredItem(posItemID: string, rest: Partial<Item> = {}): Item {
  return {
    posID: 'demo-pizza',
    posItemID,
    itemName: posItemID.toUpperCase(),
    displayName: `Item ${posItemID}`,
    majorCategory: 'Food',
    minorCategory: 'Pizza',
    price: 10,
    estimatedCost: 3,
    imageUrl: null,
    offPercentage: 0,
    validFrom: null,
    validUntil: null,
    onOffer: false,
    stock: null,
    lowStock: null,
    inventoryLevel: null,
    soldOut: false,
    soldOutUntil: null,
    tillPrice: null,
    tillCost: null,
    version: 1,
    ...rest,
  };
}
