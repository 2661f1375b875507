import { ours } from '../ours';

/** The kinds of campaigns: what a page is called, what each is for. */
export const campaignKinds = {
  choose: ours('New campaign'),
  email: {
    basic: {
      name: ours('Message'),
      title: ours('Basic Email'),
      what: ours('News in a few words: a new dish, new hours, a thank-you.'),
    },
    promotion: {
      name: ours('Promotion'),
      title: ours('Promotion Email'),
      what: ours('Menu items with picture, price and savings.'),
    },
    promoCode: {
      name: ours('Promo Code'),
      title: ours('Promo Code Email'),
      what: ours('A code for the next order. You see the sales it brings in.'),
    },
  },
  text: {
    basic: {
      name: ours('Message'),
      title: ours('Basic Text'),
      what: ours('A short message most guests read within minutes.'),
    },
    promotion: {
      name: ours('Promotion'),
      title: ours('Promotion Text'),
      what: ours('An offer that greets each guest by first name.'),
    },
    promoCode: {
      name: ours('Promo Code'),
      title: ours('Promo Code Text'),
      what: ours('A code for the next order. You see the sales it brings in.'),
    },
  },
} as const;

/** The campaigns of a location. */
export const campaignList = {
  label: ours('Campaigns'),
  none: ours('You have not sent any campaigns yet.'),
  noneNext: ours('Select a kind above to write your first campaign.'),
  end: ours('End of list'),
  sent: (count: string) => ours(`${count} sent`),
  of: (done: string, all: string) => ours(`${done} of ${all}`),
  failed: (count: string) => ours(`${count} failed`),
  unknown: (count: string) => ours(`${count} unknown`),
  excluded: (count: string) => ours(`${count} excluded`),
  redeemed: (count: string) => ours(`${count} redeemed`),
  optedOut: (count: string) => ours(`${count} opted out`),
} as const;

/** How a campaign stands. */
export const campaignState = {
  sending: ours('Sending'),
  paused: ours('Paused'),
  stopped: ours('Stopped'),
  finished: ours('Finished'),
} as const;

/** Why somebody does not get a message. */
export const exclusion = {
  optedOut: ours('Opted out'),
  noConsent: ours('No consent'),
  tooMany: ours('Limit reached'),
  noAddress: ours('No valid address'),
  repeated: ours('Duplicate address'),
  erased: ours('Erased'),
  stopped: ours('Campaign stopped'),
  other: ours('Excluded'),
} as const;

/** What became of a message. */
export const outcome = {
  all: ours('All'),
  waiting: ours('Waiting'),
  sending: ours('On its way'),
  sent: ours('Sent'),
  failed: 'Failed',
  excluded: ours('Excluded'),
  unknown: ours('Unknown'),
  delivered: ours('Delivered'),
  undelivered: ours('Not delivered'),
} as const;

/** Writing a campaign. */
export const campaignForm = {
  recipients: ours('Recipients'),
  choose: ours('Select recipients'),
  change: ours('Change recipients'),
  everyone: (count: string) => ours(`Select all ${count}`),
  chosenOne: ours('1 recipient'),
  chosen: (count: string) => ours(`${count} recipients`),
  groups: ours('Groups of guests'),
  noneInGroup: ours('No guest of this group can receive it right now.'),
  recipientsRequired: ours('Please select at least one recipient.'),
  tooManyRecipients: ours('Please select up to 25,000 recipients.'),
  subject: ours('Subject'),
  subjectHint: ours('The first line guests see in their inbox'),
  subjectInvalid: ours('Please enter a subject of 1 to 150 characters.'),
  body: ours('Message'),
  emailHint: ours('An unsubscribe link is added automatically'),
  textHint: ours("'Reply STOP' is added automatically"),
  bodyInvalid: ours('Please enter a message of 1 to 150 characters.'),
  bodyPlain: ours('Please use plain text, up to 150 characters.'),
  code: ours('Promo code'),
  codeHint: ours('3 to 32 letters, digits and hyphens'),
  codeInvalid: ours('Please enter 3 to 32 letters A to Z, digits or hyphens.'),
  percent: ours('Percent off'),
  percentHint: ours('Optional: the discount guests read and the POS gives'),
  percentInvalid: ours('Please enter a whole number from 1 to 100, or leave it empty.'),
  validUntil: ours('Valid until'),
  validUntilHint: ours('The last day. Leave empty for no expiration.'),
  validUntilPast: ours('Please choose today or later.'),
  validUntilInvalid: ours('Please enter a full date, or leave it empty.'),
  items: ours('Items'),
  itemsOptional: ours('Items (optional)'),
  chooseItems: ours('Select items'),
  changeItems: ours('Change items'),
  removeItem: (name: string) => ours(`Remove ${name}`),
  itemsRequired: ours('Please select at least one item.'),
  tooManyItems: ours('Please select up to 12 items.'),
  openPrices: (names: string) =>
    ours(
      `An email shows the price of each item. Please leave out those with an open one: ${names}.`,
    ),
  noItems: ours('Guests see each item with its picture and price.'),
  noOffer: ours('None of these items is on offer today. Guests see regular prices.'),
  upTo: (percent: string) => ours(`Up to ${percent}% off`),
  preview: ours('Preview'),
  previewEmail: ours('The email as a guest sees it'),
  previewText: ours('The text as a guest sees it'),
  previewFailed: ours("We couldn't show the preview."),
  previewAll: ours('Open the email'),
  sampleSubject: ours('Your subject'),
  sampleBody: ours('Your message'),
  sampleCode: ours('YOUR-CODE'),
  oneSegment: ours('Sent as 1 text segment'),
  segments: (count: string) => ours(`Sent as ${count} text segments (billed as ${count})`),
  unicode: ours('With emoji or special characters, a segment holds 70 characters instead of 160.'),
  sendEmail: ours('Send email'),
  sendText: ours('Send text'),
  send: ours('Send'),
  noneCanReceive: ours('No guest can receive this right now.'),
  noneCanReceiveNow: ours('None of these recipients can receive it now:'),
  codeSent: ours(
    'A campaign with this code was already sent. Please check your campaigns, or choose another code.',
  ),
  alreadySent: ours(
    'An earlier attempt went through. Please check your campaigns before you send again.',
  ),
  kept: ours('Draft saved on this device'),
  discard: ours('Discard draft'),
} as const;

/** Sending a campaign to oneself. */
export const campaignTest = {
  email: ours('Send a test to my email'),
  text: ours('Send a test to my phone'),
  sent: (address: string) => ours(`Test sent to ${address}.`),
  failed: ours("We couldn't send the test. Please try again."),
} as const;

/** Campaigns that were begun and not sent. */
export const campaignDrafts = {
  label: ours('Drafts'),
  untitled: ours('Untitled draft'),
  detail: (kind: string, day: string) => ours(`${kind} · changed ${day}`),
} as const;

/** How a promo code comes to the POS. */
export const codeDelivery = {
  before: {
    delivered: ours('Your POS has this code.'),
    waiting: ours('Your POS gets this code automatically when you send.'),
    manual: ours(
      "Your POS doesn't get codes automatically. Enter this code there before you send.",
    ),
  },
  after: {
    delivered: ours('Your POS has this code.'),
    waiting: ours("Your POS hasn't picked up this code yet."),
    manual: ours("Your POS doesn't get codes automatically. Make sure this code is entered there."),
  },
} as const;

/** The question before a campaign is sent. */
export const campaignAsk = {
  campaign: ours('Campaign'),
  willReceiveOne: ours('guest will receive it'),
  willReceive: ours('guests will receive it'),
  excluded: ours('Excluded'),
  noneExcluded: ours('No guests excluded'),
  quietOne: ours("1 text is held until morning, guest's local time."),
  quiet: (count: string) => ours(`${count} texts are held until morning, guests' local time.`),
  texts: (count: string) =>
    ours(
      count === '1' ? '1 text segment will be billed.' : `${count} text segments will be billed.`,
    ),
  cost: (dollars: string, count: string) =>
    ours(`Costs about ${dollars} (${count} text segments).`),
} as const;

/** Choosing recipients. */
export const recipientPicker = {
  title: ours('Select recipients'),
  label: ours('Search name, email or phone'),
  placeholder: ours('Name, email or phone'),
  list: ours('Recipients'),
  all: ours('Select all'),
  allFound: ours('Select all found'),
  chosen: (count: string, most: string) => ours(`${count} of ${most} selected`),
  cannot: (count: string) => ours(`${count} can't receive it`),
  cannotOne: ours("1 can't receive it"),
  loading: (count: string) => ours(`${count} so far`),
  done: (count: string) => ours(`Done (${count})`),
} as const;

/** One campaign. */
export const campaignPage = {
  title: ours('Campaign'),
  failed: ours("We couldn't find this campaign. Please try again."),
  progress: ours('Progress'),
  sentOf: (all: string) => ours(`of ${all} sent`),
  sentBy: (by: string, when: string) => ours(`Sent by ${by}, ${when}`),
  finishedAt: (when: string) => ours(`Finished ${when}`),
  quietOne: ours("1 text is held until morning, guest's local time."),
  quiet: (count: string) => ours(`${count} texts are held until morning, guests' local time.`),
  recipients: ours('Recipients'),
  optedOut: ours('Opted out afterwards'),
  unknownHint: ours("Delivery unknown. We don't resend these automatically."),
  segments: ours('Text segments billed'),
  cost: ours('Cost'),
  pause: ours('Pause'),
  resume: ours('Resume'),
  stop: ours('Stop'),
  pauseTitle: ours('Pause this campaign?'),
  pauseWhat: ours('Messages already on their way still arrive. You can resume at any time.'),
  resumeTitle: ours('Resume this campaign?'),
  resumeWhat: (count: string) => ours(`${count} recipients are still waiting.`),
  stopTitle: ours('Stop this campaign for good?'),
  stopWhat: (count: string) =>
    ours(`${count} waiting recipients will not receive it. This cannot be undone.`),
  keep: ours('Not now'),
  changed: {
    pause: ours('Campaign paused.'),
    resume: ours('Campaign resumed.'),
    stop: ours('Campaign stopped.'),
  },
  changeFailed: ours("We couldn't change the campaign. Please try again."),
  changedMeanwhile: ours('This campaign has changed. You now see its current state.'),
  result: ours('Promo code results'),
  redemptions: ours('Redemptions'),
  sales: ours('Sales'),
  discount: ours('Discount'),
  profit: ours('Profit'),
  salesHint: ours('Checks with the code, net of discounts'),
  validUntil: ours('Valid until'),
  sentMessage: ours('Sent message'),
  subject: ours('Subject'),
  body: ours('Message'),
  code: ours('Promo code'),
  items: ours('Items'),
  filter: ours('Outcome'),
  noOutcomes: ours('No recipients with this outcome.'),
  end: ours('End of list'),
  erased: ours('Erased guest'),
  nameless: ours('Guest'),
  optedOutAfter: ours('opted out'),
} as const;

/** What a guest may be sent, and the opt-ins and opt-outs behind it. */
export const consents = {
  email: ours('Email'),
  text: ours('Text'),
  canSend: ours('OK to send offers'),
  standing: {
    optedOut: ours('Opted out by the guest'),
    noConsent: ours('No consent on file'),
    tooMany: ours('Weekly message limit reached'),
    noAddress: ours('No valid address'),
    other: ours('No offers'),
  },
  update: ours('Update preferences'),
  updateTitle: (name: string) => ours(`${name}'s contact preferences`),
  channel: ours('Channel'),
  offers: ours('Offers'),
  sendOffers: ours('OK to send offers'),
  noOffers: ours("Don't send offers"),
  guestDecides: ours("A guest's own STOP or unsubscribe overrides what you save here."),
  save: ours('Save'),
  saved: ours('Preferences saved.'),
  savedButOptedOut: ours('Saved, but the guest opted out. Only the guest can opt in again.'),
  failed: ours("We couldn't save the preferences. Please try again."),
  history: ours('Consent history'),
  none: ours('No opt-ins or opt-outs yet.'),
  optedIn: ours('Opted in'),
  optedOut: ours('Opted out'),
  act: {
    pos: ours('from the POS'),
    owner: ours('by the owner'),
    unsubscribe: ours('by unsubscribe link'),
    resubscribe: ours('by the guest, on the unsubscribe page'),
    stop: ours('by STOP text'),
    start: ours('by START text'),
    bounce: ours('address does not exist'),
    other: ours('in another way'),
  },
  by: (name: string) => ours(`saved by ${name}`),
} as const;
