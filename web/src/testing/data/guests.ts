import type { Customer, Item, Reward } from '@/api';
import { menuItem } from './menuRows';

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

/** An item of get-items-list of $10.00, with another name at the till. */
export function offeredItem(posItemID: string, rest: Partial<Item> = {}): Item {
  const itemName = posItemID.toUpperCase();
  return menuItem(posItemID, { itemName, price: 10, estimatedCost: 3, ...rest });
}
