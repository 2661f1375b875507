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
  noneNext: ours('Guests show up here once your till tells of them.'),
  noMatch: ours('We could not find any customers that match your search.'),
  noMatchNext: ours('Please try another part of a name, an email or a phone number.'),
  choose: ours('Select a customer to see visits, rewards and points.'),
  end: ours('Those are all.'),
  lastVisit: ours('Last visit'),
  noVisit: ours('No visit yet'),
} as const;

/** One guest. */
export const guest = {
  title: ours('Customer'),
  nameless: (id: string) => ours(`Guest ${id}`),
  erased: ours('Erased guest'),
  erasedHint: ours('Nobody knows any more who this was. The figures stay.'),
  points: (points: string) => ours(`${points} points`),
  point: ours('1 point'),
  worth: (points: string, dollars: string) => ours(`${points} (${dollars})`),
  owed: (points: string, dollars: string) =>
    ours(
      `Owes ${points} (${dollars}): they were taken back after they had been spent. What the guest earns next repays them.`,
    ),
  email: ours('Email'),
  phone: ours('Phone'),
  noContact: ours('Not known'),
  visits: ours('Visits'),
  lastVisit: ours('Last visit'),
  never: ours('Never'),
  spend: ours('Spend'),
  openRewards: ours('Open rewards'),
  pastRewards: ours('Past rewards'),
  noRewards: ours('No rewards yet.'),
  history: ours('Points history'),
  noHistory: ours('No points have moved yet.'),
  sendItem: ours('Send item'),
  sendPoints: ours('Send points'),
  more: ours('More actions'),
  exportData: ours('Export data'),
  exported: (file: string) => ours(`Saved ${file}`),
  exportFailed: ours('We are unable to export the data. Please try again!'),
  erase: ours('Erase'),
} as const;

/** What was given to a guest, and what moved points. */
export const reward = {
  item: ours('Item'),
  redeemed: ours('Redeemed'),
  expired: ours('Expired'),
  spentInTime: ours('Spent before they expired'),
  until: (day: string) => ours(`until ${day}`),
  noEnd: ours('does not end'),
  ended: (day: string) => ours(`ended ${day}`),
  sent: (day: string, by: string) => ours(`sent ${day} by ${by}`),
  redeemedOn: (day: string, check: string) => ours(`redeemed ${day}, check #${check}`),
  earned: ours('Earned'),
  takenBack: ours('Taken back'),
  spent: ours('Spent'),
  givenBack: ours('Given back'),
  granted: ours('Sent'),
  onCheck: (check: string) => ours(`check #${check}`),
  messageSent: {
    email: ours('Told by email'),
    text: ours('Told by text'),
    other: ours('The guest was told'),
  },
  messageNotSent: {
    optedOut: ours('Not told: the guest opted out of messages'),
    noConsent: ours('Not told: the guest has not agreed to messages'),
    tooMany: ours('Not told: the guest got enough messages this week'),
    noAddress: ours('Not told: no address is known'),
    other: ours('Not told by message'),
  },
  messageFailed: ours('The message could not be delivered'),
  messageUnknown: ours('Nobody can tell whether the message arrived'),
} as const;

/** Sending a reward. */
export const sendReward = {
  pointsTitle: (name: string) => ours(`Points for ${name}`),
  itemTitle: (name: string) => ours(`Items for ${name}`),
  points: ours('Points'),
  pointsHint: ours('100 points are $1.00.'),
  pointsWorth: (dollars: string) => ours(`That is ${dollars}.`),
  pointsInvalid: ours('Please enter a whole number from 1 to 100,000.'),
  message: ours('Message'),
  messageHint: ours('Optional'),
  counter: (typed: number | string, most: number | string) => ours(`${typed} of ${most}`),
  messageInvalid: ours('Please keep to plain text of 150 characters at most.'),
  validUntil: ours('Valid until'),
  validUntilHint: ours('The last day. Leave it empty for a reward that does not end.'),
  validUntilPast: ours('Please choose today or a later day.'),
  validUntilFar: ours('Please choose a day within five years.'),
  validUntilInvalid: ours('Please enter a whole date, or leave it empty.'),
  noEnd: ours('No end'),
  items: ours('Items'),
  change: ours('Change items'),
  submitPoints: ours('Send points'),
  submitItems: ours('Send items'),
  ask: (what: string, name: string) => ours(`Send ${what} to ${name}?`),
  severalItems: (count: number | string, dollars: string) => ours(`${count} items (${dollars})`),
  accept: ours('Send'),
  someSent: (sent: number | string, all: number | string) =>
    ours(`${sent} of ${all} items were sent. Those below were not.`),
  notNotified: {
    optedOut: ours('The guest opted out of messages and is not told of it.'),
    noConsent: ours('The guest has not agreed to messages and is not told of it.'),
    tooMany: ours('The guest got enough messages this week and is not told of it.'),
    noAddress: ours('No address of the guest is known: they are not told of it.'),
    other: ours('The guest is not told of it by message.'),
  },
  alreadySent: ours(
    'An earlier try was sent after all. Please look at the rewards of this guest before you send again.',
  ),
} as const;

/** Forgetting who a guest is. */
export const erasure = {
  title: (name: string) => ours(`Erase ${name}?`),
  what: ours(
    'Name, email, phone, consents and messages go for good, here and in marketing. Visits, spend and points stay as figures of nobody.',
  ),
  next: ours('Continue'),
  sureTitle: ours('Erase for good?'),
  sure: (name: string, others: number) =>
    ours(
      others > 0
        ? `${name} and ${others} more cannot be brought back.`
        : `${name} cannot be brought back.`,
    ),
  accept: ours('Erase'),
  done: ours('The guest was erased.'),
  severalDone: ours('The guests were erased.'),
  twins: ours('Others with the same email or phone'),
  twinsHint: ours('They stay. Tick those who are the same person.'),
  twinsMore: ours('These are the first 100. Others can be erased one by one.'),
  twinsFailed: ours('We could not look for others with the same email or phone. They stay.'),
  sameEmail: ours('Same email'),
  samePhone: ours('Same phone'),
  sameBoth: ours('Same email and phone'),
  failed: ours('We are unable to erase this guest. Please try again!'),
} as const;

export const royalty = {
  updated: 'Reward Percent Updated Successfully.',
  updateFailed: 'We are unable to update the reward percent. Please try again!',
  info: 'User will receive mentioned reward points per $1.00 amount spent. 100 reward point is equivalent to $1.00',
} as const;

/** The page of the royalty program. */
export const royaltyWords = {
  now: ours('Guests earn'),
  whatIs: ours('What is the reward percent?'),
  percent: ours('Reward percent'),
  hint: ours('0 to 100, two decimals at most'),
  invalid: ours('Please enter a number from 0 to 100 with two decimals at most.'),
  save: ours('Save'),
  same: ours('That is the percent of now. Please enter another one.'),
  preview: (points: string, dollars: string) =>
    ours(`A guest who spends $20.00 earns ${points}, worth ${dollars}.`),
  cost: (sales: string, dollars: string) =>
    ours(`At last month's sales to known guests (${sales}) this costs about ${dollars}.`),
  noSales: ours('Last month no sales to known guests were made.'),
  outstanding: ours('Outstanding'),
  outstandingHint: ours('What all guests may still spend'),
  history: ours('History'),
  noHistory: ours('The percent was never changed.'),
  since: (day: string, time: string) => ours(`from ${day}, ${time}`),
  by: (name: string) => ours(`by ${name}`),
  askTitle: (before: string, after: string) => ours(`Change ${before} to ${after}?`),
  ask: ours('It counts for checks that close from now on. Points earned before stay as they are.'),
  accept: 'Change',
  discardQuestion: ours('Discard your change?'),
  unsaved: ours('The reward percent of this location is not saved yet.'),
} as const;
