import { ours } from '../ours';

/** Long lists of any kind. */
export const lists = {
  loadMore: ours('Load more'),
  failedMore: ours('We could not load more. Please try again!'),
} as const;

/** The menu's list and its parts. */
export const menu = {
  segments: ours('Part of the menu'),
  items: ours('Items'),
  toPurchase: ours('To Purchase'),
  promotions: ours('Promotions'),
  changes: ours('Changes'),
  search: ours('Search name or price'),
  noneNext: ours('Items come from your till: they show up here once it has sent them.'),
  noMatchNext: ours('Please try another part of the name, or a price such as 12.50.'),
  clear: ours('Clear search'),
  end: ours('Those are all items.'),
  choose: ours('Select an item to see and change it.'),
  soldOut: ours('Sold out'),
  inStock: ours('In stock'),
  low: ours('Low'),
  out: ours('Out'),
  left: (quantity: string) => ours(`${quantity} left`),
  off: (percent: string) => ours(`${percent}% off`),
  offFrom: (percent: string, day: string) => ours(`${percent}% off from ${day}`),
  priceBefore: ours('instead of'),
  back: (when: string) => ours(`back ${when}`),
} as const;

/** One item: what it is, and the form that changes it. */
export const itemSheet = {
  title: ours('Item'),
  failed: ours('We could not find this item. It may be gone from the menu.'),
  till: (name: string) => ours(`The till calls it ${name}`),
  notCounted: ours('Nobody counts this item yet'),
  price: ours('Price'),
  priceHint: ours('Dollars, for one'),
  cost: ours('Estimated cost'),
  costHint: ours('Dollars, for one. Empty: what the till says.'),
  moneyInvalid: ours('Please enter dollars from 0 to 1,000,000, with two decimals at most.'),
  tillSays: (price: string) => ours(`The till says ${price}`),
  takeIt: ours('Take it'),
  takePrice: (price: string) => ours(`Take it: the till's price, ${price}`),
  takeCost: (cost: string) => ours(`Take it: the till's cost, ${cost}`),
  name: ours('Display name'),
  nameHint: ours('As guests read it'),
  nameInvalid: ours('Please enter a name of 1 to 100 characters.'),
  stock: ours('Stock'),
  counted: ours('Counted'),
  stockHint: ours('What you count now. What is sold is taken off by itself.'),
  lowStock: ours('Low-stock mark'),
  lowStockHint: ours('At or below this the item is to be purchased.'),
  quantityInvalid: ours('Please enter a number from 0 to 1,000,000.'),
  offer: ours('Offer'),
  percent: ours('Percent off'),
  percentHint: ours('Empty: no offer'),
  percentInvalid: ours('Please enter a whole number from 0 to 100.'),
  from: ours('First day'),
  until: ours('Last day'),
  dateRequired: ours('Please choose a date.'),
  untilBeforeFrom: ours('The last day cannot be before the first day.'),
  untilPast: ours('The last day cannot be before today.'),
  offerPrice: (now: string, before: string) => ours(`Guests pay ${now} instead of ${before}.`),
  endOffer: ours('End the offer'),
  offerEnds: ours('The offer ends when you save.'),
  keepOffer: ours('Keep it'),
  save: ours('Save'),
  unchanged: ours('There is nothing to save yet: you have not changed anything.'),
  changedMeanwhile: ours(
    'Somebody changed this item meanwhile. You see it as it is now: please make your change again.',
  ),
  unsaved: ours('You have changes that are not saved.'),
  discardQuestion: ours('Discard your changes?'),
  showChanges: ours('Changes'),
} as const;

/** Picture of an item. */
export const picture = {
  label: ours('Picture'),
  hint: ours('JPEG, PNG or WebP'),
  choose: ours('Choose or Take a Picture'),
  other: ours('Choose Another'),
  remove: ours('Remove'),
  undo: ours('Keep the old one'),
  willRemove: ours('The picture goes when you save.'),
  unreadable: ours('This file is not a picture that we can read. Please choose another one.'),
  uploadFailed: ours('We are unable to upload the picture. Please try again!'),
} as const;

/** Marks of what is sold out. */
export const soldOut = {
  mark: ours('Mark as Sold Out'),
  takeBack: ours('Back on the Menu'),
  title: (name: string) => ours(`${name} is sold out`),
  where: ours('Where'),
  until: ours('Until'),
  untilTakenBack: ours('I take it back'),
  untilOpening: ours("Tomorrow's opening"),
  untilTime: ours('A time I pick'),
  time: ours('Back at'),
  timeInvalid: ours('Please choose a time from now on, within 30 days.'),
  confirm: ours('Mark as Sold Out'),
  marked: (name: string) => ours(`${name} is marked as sold out.`),
  back: (name: string) => ours(`${name} is back on the menu.`),
  undo: ours('Undo'),
  failed: ours('We are unable to change this now. Please try again!'),
  openEnd: ours('Sold out until you take it back'),
  soldOutUntil: (when: string) => ours(`Sold out, back ${when}`),
} as const;

/** Who changed what. */
export const edits = {
  title: (name: string) => ours(`Changes of ${name}`),
  none: ours('Nothing was changed yet.'),
  noneNext: ours('Each change of a price, a name or the stock shows up here, with who made it.'),
  end: ours('Those are all changes.'),
  byTill: ours('The till'),
  nothing: ours('nothing'),
  to: ours('to'),
  fields: {
    price: ours('Price'),
    estimatedCost: ours('Estimated cost'),
    displayName: ours('Display name'),
    imageUrl: ours('Picture'),
    offer: ours('Offer'),
    stock: ours('Stock'),
    lowStock: ours('Low-stock mark'),
    soldOut: ours('Sold out'),
  },
} as const;

/** Promotions as the owner sees them. */
export const promotionWords = {
  showEnded: ours('Show ended'),
  noneNext: ours('Give an item of the menu an offer with its dates: it becomes a promotion.'),
  toMenu: ours('Go to the Menu'),
  end: ours('Those are all promotions.'),
  valid: ours('Valid'),
  toCome: ours('To come'),
  ended: ours('Ended'),
  endedOn: (day: string) => ours(`Ended on ${day}`),
  startsOn: (day: string) => ours(`Starts on ${day}`),
  used: (checks: string) => ours(`Used on ${checks} checks`),
  usedOnce: ours('Used on 1 check'),
  unused: ours('Not used yet'),
  days: ours('Days'),
  redeemed: ours('Redemptions'),
  code: ours('Promo code'),
  qrLabel: (code: string) => ours(`QR code of ${code}`),
} as const;

/** /admin-configuration. */
export const adminConfig = {
  menuHint: ours('Prices, pictures, offers, stock, and who changed what'),
  changeLocationHint: ours('What the menu, customers and checks open with'),
  royaltyHint: ours('The points your guests earn'),
  notificationRules: ours('Notification Rules'),
  notificationRulesHint: ours('What you are told about, and when'),
  changeLocationNote: ours(
    'Every screen shows this location. With All Locations, Home and reports add them up; the other screens keep the last one.',
  ),
  changed: (name: string) => ours(`Now showing ${name}.`),
} as const;
