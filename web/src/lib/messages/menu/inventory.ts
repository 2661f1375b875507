export const inventory = {
  selectLocationMenu: 'Please select location to view menu items.',
  selectLocationPurchase: 'Please select location to view items for purchase.',
  none: 'Oops! We could not find any items in your menu.',
  noneWithName: 'Oops! We could not find any items in your menu with that name.',
  nothingToPurchase: 'Great. You do not have any items to purchase for now.',
  updated: 'Item Updated Successfully.',
  updateFailed: 'We are unable to update the item. Please try again!',
  level: {
    green: 'Have sufficient items in stock',
    orange: 'Limited quantity in stock',
    red: 'Out of stock',
  },
} as const;

export const promotions = {
  none: 'Oops! We could not find any promotions.',
  qrCode: 'Use this QR Code while ordering to grab the promotion.',
} as const;
