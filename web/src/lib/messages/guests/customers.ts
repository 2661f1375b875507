import { ours } from '../ours';

export const customers = {
  failed: 'We could not find any customers now. Please try again!',
  none: 'Currently, You do not have any customers.',
  selectLocation: 'Please select location to view your customers.',
  itemSent: 'Reward Item sent successfully.',
  itemFailed: 'We are unable to send reward item.',
  pointSent: 'Reward Point sent successfully.',
  pointFailed: 'We are unable to send reward point.',
} as const;

/** The list of guests. */
export const guestList = {
  label: ours('Search name, email or phone'),
  placeholder: ours('Name, email or phone'),
  noneNext: ours('Guests show up here once your POS sends them.'),
  noMatch: ours('No guests match your search.'),
  noMatchNext: ours('Please try part of a name, email or phone number.'),
  end: ours('End of list'),
  lastVisit: ours('Last visit'),
  noVisit: ours('No visits yet'),
  visitOne: ours('1 visit'),
  visits: (count: string) => ours(`${count} visits`),
  noneInSegment: ours('No guests in this group.'),
  noneInSegmentNext: ours('Choose another group to see more guests.'),
  showAll: ours('Show all guests'),
} as const;

/** Groups and orders of guests. */
export const guestFilter = {
  label: ours('Guests'),
  all: ours('All guests'),
  segment: {
    away30: ours('Away 30 days'),
    away60: ours('Away 60 days'),
    away90: ours('Away 90 days'),
    firstTimers: ours('First-timers'),
    topSpenders: ours('Top spenders'),
  },
  sort: {
    lastVisit: ours('Last visit'),
    visits: ours('Most visits'),
    spend: ours('Most spend'),
  },
  sortedBy: (order: string) => ours(`Sort: ${order}`),
} as const;

/** One guest. */
export const guest = {
  title: ours('Guest'),
  nameless: (id: string) => ours(`Guest ${id}`),
  erased: ours('Erased guest'),
  erasedHint: ours('Personal data was erased. Totals are kept.'),
  merged: (records: number) =>
    ours(
      `Your POS merged ${records === 1 ? 'another record' : `${records} other records`} of this guest into this one: visits, spend and points count here.`,
    ),
  points: (points: string) => ours(`${points} points`),
  point: ours('1 point'),
  worth: (points: string, dollars: string) => ours(`${points} (${dollars})`),
  owed: (points: string, dollars: string) =>
    ours(
      `Owes ${points} (${dollars}), taken back after they were spent. The guest's next points cover this first.`,
    ),
  email: ours('Email'),
  phone: ours('Phone'),
  noContact: ours('Not on file'),
  visits: ours('Visits'),
  lastVisit: ours('Last visit'),
  never: ours('Never'),
  spend: ours('Spend'),
  openRewards: ours('Open rewards'),
  pastRewards: ours('Past rewards'),
  noRewards: ours('No rewards yet.'),
  history: ours('Points history'),
  noHistory: ours('No points activity yet.'),
  sendItem: ours('Send item'),
  sendPoints: ours('Send points'),
  more: ours('More actions'),
  exportData: ours('Export data'),
  exported: (file: string) => ours(`Saved ${file}`),
  exportFailed: ours("We couldn't export the data. Please try again."),
  erase: ours('Erase'),
} as const;

/** What was given to a guest, and what moved points. */
export const reward = {
  item: ours('Item'),
  redeemed: ours('Redeemed'),
  expired: ours('Expired'),
  spentInTime: ours('Used before they expired'),
  merged: ours('From another record of this customer'),
  until: (day: string) => ours(`until ${day}`),
  noEnd: ours('no expiration'),
  ended: (day: string) => ours(`ended ${day}`),
  sent: (day: string, by: string) => ours(`sent ${day} by ${by}`),
  redeemedOn: (day: string, check: string) => ours(`redeemed ${day}, check #${check}`),
  earned: ours('Earned'),
  takenBack: ours('Taken back'),
  spent: ours('Spent'),
  givenBack: ours('Returned'),
  granted: ours('Sent'),
  onCheck: (check: string) => ours(`check #${check}`),
  messageSent: {
    email: ours('Guest notified by email'),
    text: ours('Guest notified by text'),
    other: ours('Guest notified'),
  },
  messageNotSent: {
    optedOut: ours('Not notified: guest opted out of messages'),
    noConsent: ours('Not notified: no consent on file'),
    tooMany: ours('Not notified: weekly message limit reached'),
    noAddress: ours('Not notified: no valid address'),
    other: ours('Guest not notified'),
  },
  messageFailed: ours('Message not delivered'),
  messageUnknown: ours('Message delivery unknown'),
} as const;

/** Sending a reward. */
export const sendReward = {
  pointsTitle: (name: string) => ours(`Points for ${name}`),
  itemTitle: (name: string) => ours(`Items for ${name}`),
  points: ours('Points'),
  pointsHint: ours('100 points = $1.00'),
  pointsWorth: (dollars: string) => ours(`Worth ${dollars}`),
  pointsInvalid: ours('Please enter a whole number from 1 to 100,000.'),
  message: ours('Message'),
  messageHint: ours('Optional'),
  counter: (typed: number | string, most: number | string) => ours(`${typed} of ${most}`),
  messageInvalid: ours('Please use plain text, up to 150 characters.'),
  validUntil: ours('Valid until'),
  validUntilHint: ours('The last day. Leave empty for no expiration.'),
  validUntilPast: ours('Please choose today or later.'),
  validUntilFar: ours('Please choose a day within five years.'),
  validUntilInvalid: ours('Please enter a full date, or leave it empty.'),
  noEnd: ours('No expiration'),
  items: ours('Items'),
  change: ours('Change items'),
  submitPoints: ours('Send points'),
  submitItems: ours('Send items'),
  ask: (what: string, name: string) => ours(`Send ${what} to ${name}?`),
  severalItems: (count: number | string, dollars: string) => ours(`${count} items (${dollars})`),
  itemCount: (count: number | string) => ours(`${count} items`),
  accept: ours('Send'),
  someSent: (sent: number | string, all: number | string) =>
    ours(`${sent} of ${all} items were sent. The items below were not.`),
  notNotified: {
    optedOut: ours('The guest opted out of messages and was not notified.'),
    noConsent: ours('No consent is on file, so the guest was not notified.'),
    tooMany: ours('The guest reached the weekly message limit and was not notified.'),
    noAddress: ours('No valid address is on file, so the guest was not notified.'),
    other: ours('The guest was not notified.'),
  },
  alreadySent: ours(
    "An earlier attempt went through. Please check this guest's rewards before you send again.",
  ),
} as const;

/** Forgetting who a guest is. */
export const erasure = {
  title: (name: string) => ours(`Erase ${name}?`),
  what: ours(
    'Name, email, phone, consents and messages are deleted for good, here and in marketing. Visits, spend and points stay without a name.',
  ),
  next: ours('Continue'),
  sureTitle: ours('Erase for good?'),
  sure: (name: string, others: number) =>
    ours(
      others > 0 ? `${name} and ${others} more cannot be restored.` : `${name} cannot be restored.`,
    ),
  accept: ours('Erase'),
  done: ours('Guest erased.'),
  severalDone: ours('Guests erased.'),
  twins: ours('Guests with the same email or phone'),
  twinsHint: ours('Check each guest who is the same person. The others are kept.'),
  twinsMore: ours('Only the first 100 are shown. Erase any others one by one.'),
  twinsFailed: ours(
    "We couldn't look for guests with the same email or phone. Any such guests are kept.",
  ),
  sameEmail: ours('Same email'),
  samePhone: ours('Same phone'),
  sameBoth: ours('Same email and phone'),
  failed: ours("We couldn't erase this guest. Please try again."),
} as const;

export const royalty = {
  updated: 'Reward Percent Updated Successfully.',
  updateFailed: 'We are unable to update the reward percent. Please try again!',
  info: 'User will receive mentioned reward points per $1.00 amount spent. 100 reward point is equivalent to $1.00',
} as const;

/** The page of the royalty program. */
export const royaltyWords = {
  guestsEarn: ours('Guests earn'),
  whatIs: ours('What is the reward percent?'),
  percent: ours('Reward percent'),
  hint: ours('0 to 100, up to two decimals'),
  invalid: ours('Please enter a number from 0 to 100, with up to two decimals.'),
  save: ours('Save'),
  same: (percent: string) => ours(`The percent is already ${percent}.`),
  preview: (points: string, dollars: string) =>
    ours(`A guest who spends $20.00 earns ${points}, worth ${dollars}.`),
  cost: (sales: string, dollars: string) =>
    ours(`At last month's sales to known guests (${sales}), this costs about ${dollars}.`),
  noSales: ours('No sales to known guests last month.'),
  outstanding: ours('Points guests can still spend'),
  history: ours('History'),
  noHistory: ours('The percent has never changed.'),
  since: (day: string, time: string) => ours(`from ${day}, ${time}`),
  by: (name: string) => ours(`by ${name}`),
  askTitle: (before: string, after: string) => ours(`Change ${before} to ${after}?`),
  ask: ours('Applies to checks that close from now on. Points already earned do not change.'),
  accept: 'Change',
  discardQuestion: ours('Discard your change?'),
  unsaved: ours('The reward percent for this location is not saved yet.'),
} as const;
