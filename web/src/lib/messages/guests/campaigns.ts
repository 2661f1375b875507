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
      what: ours('Items of your menu with picture, price and what guests save.'),
    },
    promoCode: {
      name: ours('Promo Code'),
      title: ours('Promo Code Email'),
      what: ours('A code for the next order. You see the sales it brings.'),
    },
  },
  text: {
    basic: {
      name: ours('Message'),
      title: ours('Basic Text'),
      what: ours('A short word that is read within minutes.'),
    },
    promotion: {
      name: ours('Promotion'),
      title: ours('Promotion Text'),
      what: ours('An offer that greets each guest by first name.'),
    },
    promoCode: {
      name: ours('Promo Code'),
      title: ours('Promo Code Text'),
      what: ours('A code for the next order. You see the sales it brings.'),
    },
  },
} as const;

/** The campaigns of a location. */
export const campaignList = {
  label: ours('Campaigns'),
  none: ours('You have not sent any campaign yet.'),
  noneNext: ours('Select one of the kinds above to write the first.'),
  end: ours('Those are all campaigns.'),
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
  tooMany: ours('Enough this week'),
  noAddress: ours('No valid address'),
  repeated: ours('Same address twice'),
  erased: ours('Erased'),
  stopped: ours('Stopped before'),
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
  recipientsRequired: ours('Please select at least one recipient.'),
  tooManyRecipients: ours('Please select 25,000 recipients at most.'),
  subject: ours('Subject'),
  subjectHint: ours('What guests read in their inbox first'),
  subjectInvalid: ours('Please enter a subject of 1 to 150 characters.'),
  body: ours('Message'),
  emailHint: ours('Unsubscribe link is added'),
  textHint: ours('How to stop is added'),
  bodyInvalid: ours('Please enter a message of 1 to 150 characters.'),
  bodyPlain: ours('Please keep to plain text of 150 characters at most.'),
  code: ours('Promo code'),
  codeHint: ours('3 to 32 letters, digits and hyphens'),
  codeInvalid: ours('Please enter 3 to 32 letters A to Z, digits or hyphens.'),
  percent: ours('Percent off'),
  percentHint: ours('Optional: what the code saves, shown in the email'),
  percentInvalid: ours('Please enter a whole number from 1 to 100, or leave it empty.'),
  items: ours('Items'),
  itemsOptional: ours('Items (optional)'),
  chooseItems: ours('Select items'),
  changeItems: ours('Change items'),
  removeItem: (name: string) => ours(`Remove ${name}`),
  itemsRequired: ours('Please select at least one item.'),
  tooManyItems: ours('Please select 12 items at most.'),
  noItems: ours('Guests see them with picture and price.'),
  noOffer: ours('None of them is on offer today: guests see the usual prices.'),
  upTo: (percent: string) => ours(`Up to ${percent}% off`),
  preview: ours('Preview'),
  previewEmail: ours('The email as a guest sees it'),
  previewText: ours('The text as a guest sees it'),
  previewFailed: ours('We are unable to show the preview now.'),
  previewAll: ours('Open the email'),
  sampleSubject: ours('Your subject'),
  sampleBody: ours('Your message'),
  sampleCode: ours('YOUR-CODE'),
  oneSegment: ours('Goes out as 1 text'),
  segments: (count: string) => ours(`Goes out, and is paid for, as ${count} texts in one`),
  unicode: ours('Emoji and special letters make a text shorter: 70 characters instead of 160.'),
  sendEmail: ours('Send email'),
  sendText: ours('Send text'),
  send: ours('Send'),
  noneMay: ours('None of your guests can get it at the moment.'),
  noneAnyMore: ours('None of those recipients may get it now:'),
  codeSent: ours(
    'A campaign with this code was sent already. Please look at the campaigns, or choose another code.',
  ),
  alreadySent: ours(
    'An earlier try was sent after all. Please look at the campaigns before you send again.',
  ),
  discardQuestion: ours('Discard this campaign?'),
  unsent: ours('It is not sent yet, and it is not kept.'),
} as const;

/** The question before a campaign is sent. */
export const campaignAsk = {
  getOne: ours('guest gets it'),
  get: ours('guests get it'),
  excluded: ours('Excluded'),
  noneExcluded: ours('Nobody is excluded'),
  quietOne: ours("1 text waits until the guest's morning."),
  quiet: (count: string) => ours(`${count} texts wait until the guests' morning.`),
  texts: (count: string) => ours(`About ${count} texts are paid for.`),
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
  cannot: (count: string) => ours(`${count} cannot get it`),
  cannotOne: ours('1 cannot get it'),
  loading: (count: string) => ours(`${count} so far`),
  done: (count: string) => ours(`Done (${count})`),
} as const;

/** One campaign. */
export const campaignPage = {
  title: ours('Campaign'),
  failed: ours('We could not find this campaign. Please try again!'),
  progress: ours('Progress'),
  sentOf: (all: string) => ours(`of ${all} sent`),
  sentBy: (by: string, when: string) => ours(`Sent by ${by}, ${when}`),
  finishedAt: (when: string) => ours(`Finished ${when}`),
  quietOne: ours("1 text waits until the guest's morning."),
  quiet: (count: string) => ours(`${count} texts wait until the guests' morning.`),
  recipients: ours('Recipients'),
  optedOut: ours('Opted out afterwards'),
  unknownHint: ours(
    'Nobody can tell whether those got it. They are never sent again by themselves.',
  ),
  segments: ours('Texts paid for'),
  pause: ours('Pause'),
  resume: ours('Go on'),
  stop: ours('Stop'),
  pauseTitle: ours('Pause this campaign?'),
  pauseWhat: ours('What is on its way still arrives. You can go on at any time.'),
  resumeTitle: ours('Go on with this campaign?'),
  resumeWhat: (count: string) => ours(`${count} recipients are still waiting.`),
  stopTitle: ours('Stop this campaign for good?'),
  stopWhat: (count: string) =>
    ours(`${count} recipients who are still waiting will not get it. This cannot be undone.`),
  keep: ours('Not now'),
  changed: {
    pause: ours('The campaign is paused.'),
    resume: ours('The campaign goes on.'),
    stop: ours('The campaign was stopped.'),
  },
  changeFailed: ours('We are unable to change the campaign. Please try again!'),
  changedMeanwhile: ours('The campaign has changed meanwhile. You see it as it is now.'),
  result: ours('What the code brought'),
  redemptions: ours('Redemptions'),
  sales: ours('Sales'),
  discount: ours('Discount'),
  profit: ours('Profit'),
  salesHint: ours('Checks that carried the code, net of discounts'),
  said: ours('What was sent'),
  subject: ours('Subject'),
  body: ours('Message'),
  code: ours('Promo code'),
  items: ours('Items'),
  filter: ours('Outcome'),
  noOutcomes: ours('Nobody with this outcome.'),
  end: ours('Those are all recipients.'),
  forgotten: ours('Erased guest'),
  nameless: ours('Guest'),
  optedOutAfter: ours('opted out'),
} as const;

/** What a guest may get, and by whose word. */
export const consents = {
  email: ours('Email'),
  text: ours('Text'),
  may: ours('May get offers'),
  standing: {
    optedOut: ours('Opted out by their own word'),
    noConsent: ours('No consent known'),
    tooMany: ours('Got enough messages this week'),
    noAddress: ours('Cannot be written to'),
    other: ours('Gets no offers'),
  },
  note: ours('Note a wish'),
  noteTitle: (name: string) => ours(`What ${name} told you`),
  channel: ours('About'),
  wish: ours('Wish'),
  wants: ours('Wants offers'),
  wantsNot: ours('Wants no offers'),
  ownWord: ours(
    'What guests say themselves, by STOP or the unsubscribe link, counts more than what is noted here.',
  ),
  save: ours('Note it'),
  noted: ours('The wish was noted.'),
  notedButOut: ours('Noted. The guest opted out by their own word: only they can take that back.'),
  failed: ours('We are unable to note the wish. Please try again!'),
  history: ours('Who said what'),
  showHistory: ours('Who said what'),
  none: ours('Nobody has said anything yet.'),
  yes: ours('Yes'),
  no: ours('No'),
  act: {
    pos: ours('the till'),
    owner: ours('the owner'),
    unsubscribe: ours('the unsubscribe link'),
    resubscribe: ours('the guest, on the unsubscribe page'),
    stop: ours('STOP by text'),
    start: ours('START by text'),
    bounce: ours('the address does not exist'),
    other: ours('another way'),
  },
  by: (name: string) => ours(`noted by ${name}`),
} as const;
