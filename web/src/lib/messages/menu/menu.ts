import { ours } from '../ours';

/** Long lists of any kind. */
export const lists = {
  loadMore: ours('Load more'),
  failedMore: ours("We couldn't load more. Please try again."),
} as const;

/** The menu's list and its parts. */
export const menu = {
  segments: ours('Menu sections'),
  items: ours('Items'),
  toPurchase: ours('To Purchase'),
  promotions: ours('Promotions'),
  changes: ours('Edit history'),
  search: ours('Search name or price'),
  noneNext: ours('Items show up here once your POS sends them.'),
  noMatchNext: ours('Please try part of a name, or a price such as 12.50.'),
  clear: ours('Clear search'),
  end: ours('End of list'),
  soldOut: ours('Sold out'),
  inStock: ours('In stock'),
  low: ours('Low'),
  out: ours('Out'),
  left: (quantity: string) => ours(`${quantity} left`),
  off: (percent: string) => ours(`${percent}% off`),
  offFrom: (percent: string, day: string) => ours(`${percent}% off from ${day}`),
  priceBefore: ours('instead of'),
  /** In place of an amount: the item is priced when it is sold. */
  openPrice: ours('Open price'),
  back: (when: string) => ours(`back ${when}`),
} as const;

/** One item: what it is, and the form that changes it. */
export const itemSheet = {
  title: ours('Item'),
  failed: ours("We couldn't find this item. It may have been removed from the menu."),
  posName: (name: string) => ours(`POS name: ${name}`),
  notCounted: ours('Stock not tracked'),
  price: ours('Price'),
  priceHint: ours('Price per item. Leave empty to use the POS price.'),
  openPriceHint: ours('Priced at each sale, until you enter a price.'),
  cost: ours('Estimated cost'),
  costHint: ours('Cost per item. Leave empty to use the POS cost.'),
  moneyInvalid: ours('Please enter $0 to $1,000,000, with up to two decimals.'),
  posPrice: {
    shown: (price: string) => ours(`POS price: ${price}`),
    use: ours('Use POS price'),
    label: (price: string) => ours(`Use POS price, ${price}`),
  },
  posCost: {
    shown: (cost: string) => ours(`POS cost: ${cost}`),
    use: ours('Use POS cost'),
    label: (cost: string) => ours(`Use POS cost, ${cost}`),
  },
  name: ours('Display name'),
  nameHint: ours('The name guests see'),
  nameInvalid: ours('Please enter a name of 1 to 100 characters.'),
  stock: ours('Stock'),
  counted: ours('On hand'),
  stockHint: ours('Quantity on hand. Sales are subtracted automatically.'),
  lowStock: ours('Low-stock alert'),
  lowStockHint: ours('Adds the item to To Purchase at this quantity.'),
  quantityInvalid: ours('Please enter a number from 0 to 1,000,000.'),
  offer: ours('Offer'),
  percent: ours('Percent off'),
  percentHint: ours('Leave empty for no offer'),
  percentInvalid: ours('Please enter a whole number from 0 to 100.'),
  from: ours('First day'),
  until: ours('Last day'),
  dateRequired: ours('Please choose a date.'),
  untilBeforeFrom: ours('The last day cannot be before the first day.'),
  untilPast: ours('The last day cannot be before today.'),
  offerPrice: (now: string, before: string) => ours(`Guests pay ${now} instead of ${before}.`),
  endOffer: ours('End Offer'),
  offerEnds: ours('The offer ends when you save.'),
  keepOffer: ours('Keep Offer'),
  save: ours('Save'),
  unchanged: ours('There are no changes to save.'),
  changedMeanwhile: ours(
    'Someone else edited this item. You now see its current values: please make your change again.',
  ),
  unsaved: ours('You have unsaved changes.'),
  discardQuestion: ours('Discard your changes?'),
  showChanges: ours('Edit history'),
} as const;

/** Picture of an item. */
export const picture = {
  label: ours('Picture'),
  hint: ours('JPEG, PNG or WebP'),
  choose: ours('Add Picture'),
  other: ours('Change Picture'),
  remove: ours('Remove'),
  undo: ours('Undo'),
  willRemove: ours('The picture is removed when you save.'),
  unreadable: ours("We can't read this file as a picture. Please choose another one."),
  uploadFailed: ours("We couldn't upload the picture. Please try again."),
} as const;

/** Marks of what is sold out. */
export const soldOut = {
  mark: ours('Mark Sold Out'),
  turnBackOn: ours('Turn Back On'),
  title: (name: string) => ours(`Mark ${name} as sold out`),
  where: ours('Where'),
  until: ours('Until'),
  untilTurnedBackOn: ours('I turn it back on'),
  untilOpening: ours('Start of tomorrow'),
  eachOpening: ours("Each location's own start of day"),
  untilTime: ours('A time I pick'),
  time: ours('Back on at'),
  timeInvalid: ours('Please choose a time within the next 30 days.'),
  confirm: ours('Mark Sold Out'),
  marked: (name: string) => ours(`${name} is marked as sold out.`),
  back: (name: string) => ours(`${name} is back on the menu.`),
  undo: ours('Undo'),
  failed: ours("We couldn't change this. Please try again."),
  openEnd: ours('Sold out until you turn it back on'),
  soldOutUntil: (when: string) => ours(`Sold out until ${when}`),
  atPOS: ours('Sold out at the POS'),
  atPOSHint: ours('Ends at the POS, or when you turn it back on.'),
  atPOSUntil: (when: string) => ours(`Sold out at the POS until ${when}`),
} as const;

/** Who changed what. */
export const edits = {
  title: (name: string) => ours(`Edit history: ${name}`),
  none: ours('No edits yet.'),
  noneNext: ours('Each edit of a price, name or stock shows up here with its author.'),
  end: ours('End of list'),
  byPOS: ours('POS'),
  nothing: ours('none'),
  to: ours('to'),
  fields: {
    price: ours('Price'),
    estimatedCost: ours('Estimated cost'),
    displayName: ours('Display name'),
    imageUrl: ours('Picture'),
    offer: ours('Offer'),
    stock: ours('Stock'),
    lowStock: ours('Low-stock alert'),
    soldOut: ours('Sold out'),
  },
} as const;

/** Promotions as the owner sees them. */
export const promotionWords = {
  showEnded: ours('Show ended'),
  noneNext: ours('Add an offer with dates to a menu item to create a promotion.'),
  toMenu: ours('Go to Menu'),
  end: ours('End of list'),
  valid: ours('Valid'),
  upcoming: ours('Upcoming'),
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
  menuHint: ours('Prices, pictures, offers, stock and edit history'),
  changeLocationHint: ours('The location that all screens show'),
  royaltyHint: ours('Points your guests earn'),
  notificationRules: ours('Notification Rules'),
  notificationRulesHint: ours('What you are notified about, and when'),
  changeLocationNote: ours(
    'Every screen shows this location. With All Locations, Home and reports show totals; the other screens keep the last location.',
  ),
  changed: (name: string) => ours(`Now showing ${name}.`),
} as const;
