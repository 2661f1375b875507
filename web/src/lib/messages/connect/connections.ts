import { ours } from '../ours';

function counted(count: string, one: string, several: string): string {
  return count === '1' ? `1 ${one}` : `${count} ${several}`;
}

function checks(count: string): string {
  return counted(count, 'check', 'checks');
}

function days(count: string): string {
  return counted(count, 'day', 'days');
}

/** Choosing a POS, and its token. */
export const connectPos = {
  title: ours('Connect your POS'),
  sentence: ours(
    'Sales, shifts, menu and guests come in by themselves: today first, then your past. Nothing at your POS is changed.',
  ),
  details: {
    square: ours('By signing in there, or with an access token'),
    clover: ours('With an API token of your merchant account'),
    toast: ours('With credentials of the Standard API'),
  },
  tokenTitle: (pos: string) => ours(`Connect ${pos}`),
  selectLocation: ours('Please select the location that this POS belongs to.'),
  where: {
    square: ours(
      "Sign in to Square's Developer Console, open your application, or create one, and choose Production. Copy the access token from its Credentials page.",
    ),
    clover: ours(
      "Sign in to Clover's Merchant Dashboard, open Account & Setup, and choose API Tokens. Create a token that may read everything, and copy it.",
    ),
    toast: ours(
      'In Toast Web, choose Integrations, Toast API access, Manage credentials. Create new credentials of the Standard API for your locations, and copy the client ID and the client secret. You must work at these locations with the permission Manage Integrations, and each needs Restaurant Management Suite Essentials or higher.',
    ),
  },
  kept: ours(
    'The token is stored encrypted and never shown again. Disconnecting deletes it, and you can replace it at your POS at any time.',
  ),
  token: {
    square: ours('Access token'),
    clover: ours('Access token'),
    toast: ours('Client secret'),
  },
  showToken: ours('Show the token'),
  tokenRequired: {
    square: ours('Please paste the access token.'),
    clover: ours('Please paste the access token.'),
    toast: ours('Please paste the client secret.'),
  },
  clientID: ours('Client ID'),
  clientRequired: ours('Please paste the client ID.'),
  guid: ours('Location GUID'),
  guidDetail: ours(
    'One of your locations is enough: 36 characters with hyphens. Toast also calls it the restaurant GUID, and its support can name it.',
  ),
  guidRequired: ours('Please paste the GUID of a location.'),
  knownAccount: (location: string) => ours(`Use the account that you connected for ${location}`),
  submit: ours('Continue'),
  createFailed: ours("We couldn't ask your POS for its locations. Please try again."),
} as const;

/** Granting access at the page of a POS. */
export const posSignIn = {
  sentence: (pos: string) =>
    ours(
      `${pos} asks you which of your account's data Saffron may read. You can take that back at ${pos} at any time.`,
    ),
  signIn: (pos: string) => ours(`Sign in at ${pos}`),
  byToken: ours('Use an access token instead'),
  returned: (pos: string) => ours(`Back from ${pos}`),
  asking: (pos: string) => ours(`Asking ${pos} for your locations …`),
  denied: (pos: string) =>
    ours(`You did not allow it at ${pos}, so nothing was connected. Try again once you want to.`),
  elsewhere: (pos: string) =>
    ours(
      `This way to ${pos} was not begun in this browser. Begin it here, and stay in this browser.`,
    ),
  tooOld: (pos: string) =>
    ours(
      `This sign-in at ${pos} was used already, or took longer than 10 minutes. Please try again.`,
    ),
  again: ours('Try again'),
  failed: ours("We couldn't reach your POS. Please try again."),
} as const;

/** /admin-configuration/connections: the list of connections, and one of them. */
export const connections = {
  title: ours('Connections'),
  hint: ours('POS systems that send sales by themselves'),
  yours: ours('Your connections'),
  yoursDetail: ours('POS systems that are connected, and how they are'),
  selectLocation: ours('Please select a location to see its connections.'),
  none: ours('No POS is connected at this location.'),
  noneNext: ours('Connect it, and its sales come in by themselves.'),
  end: ours('End of list'),
  failed: ours("We couldn't load the connection. Please try again."),
  missing: ours('This location has no such connection.'),
  missingNext: ours('It may belong to another one of your locations.'),
  all: ours('All connections'),
  names: { square: ours('Square'), clover: ours('Clover'), toast: ours('Toast') },
  single: ours('Connection'),
  by: (day: string, person: string) => ours(`Connected ${day}, ${person}`),
  states: {
    choosing: ours('Choose a location'),
    live: ours('Live'),
    paused: ours('Paused'),
    refused: ours('Needs a new token'),
    ended: ours('Disconnected'),
  },
  refusedRow: ours('Nothing comes in until you enter a new token.'),
  faultsRow: (what: string) => ours(`Does not come in at the moment: ${what}`),
  askedRow: (count: string) =>
    ours(count === '1' ? '1 day waits for your decision' : `${count} days wait for your decision`),
} as const;

/** A connection and what a person does with it. */
export const connectionWork = {
  chooseTitle: ours('Which location is it?'),
  chooseSentence: (account: string) =>
    ours(`The account ${account} has these locations. Choose the one whose sales belong here.`),
  chooseAt: (location: string) => ours(`Location at the POS for ${location}`),
  currency: (currency: string) => ours(`Counts in ${currency}`),
  otherCurrency: (currency: string) =>
    ours(`Counts in ${currency}: Saffron shows dollars, so it cannot be connected.`),
  noneFits: ours(
    'None of these locations counts in dollars, so none can be connected. Upload exported files instead, or use the token of another account.',
  ),
  otherZone: (theirs: string, here: string) =>
    ours(
      `The POS says ${theirs}, this location in Saffron is set to ${here}: days and hours follow Saffron's. Is it the right one?`,
    ),
  chooseRequired: ours('Please choose a location.'),
  chooseUntil: ours('If you choose none within 24 hours, the token is deleted.'),
  connect: ours('Connect'),
  connectFailed: ours("We couldn't connect this location. Please try again."),
  live: (pos: string) => ours(`${pos} is connected`),
  liveNext: ours('New sales come in by themselves.'),
  paused: ours('Paused'),
  pausedNext: ours('Nothing is read until you resume. What was missed meanwhile comes in then.'),
  refused: (pos: string) => ours(`${pos} does not accept the token any more`),
  refusedNext: ours(
    'Nothing comes in until you enter a new token of the same account. Then it goes on from where it was: nothing is lost.',
  ),
  ended: ours('Disconnected'),
  endedNext: ours('What came in stays in your reports. Nothing new comes in.'),
  again: ours('Connect again'),
  details: ours('About this connection'),
  home: ours("Today's figures"),
  account: ours('Account'),
  location: ours('Location at the POS'),
  connected: ours('Connected'),
  seen: ours('Last read'),
  neverSeen: ours('Not yet'),
  upToDate: ours('Up to date'),
  behind: (time: string) => ours(`Up to ${time} behind`),
  minutes: (count: string) => ours(counted(count, 'minute', 'minutes')),
  hours: (count: string) => ours(counted(count, 'hour', 'hours')),
  days: (count: string) => ours(days(count)),
  lacks: ours('The token lacks permissions'),
  lacksNext: ours(
    'What needs them does not come in. Give them to it at your POS, or use another token.',
  ),
  faults: ours('Does not come in at the moment'),
  since: (time: string) => ours(`Since ${time}`),
  pastTitle: ours('Your past is coming in'),
  pastPaused: ours('Your past waits'),
  pastOf: (read: string, all: string) => ours(`${read} of ${all} days`),
  pastBegins: ours(
    'Today and yesterday come first. You can leave this page: it goes on by itself.',
  ),
  pastDetail: ours(
    'Newest days first; today and yesterday are in your reports. You can leave this page: it goes on by itself.',
  ),
  pastAsked: (count: string) =>
    ours(
      count === '1'
        ? '1 day waits for your decision below.'
        : `${count} days wait for your decision below.`,
    ),
  pastDone: (first: string) => ours(`Your past is here, back to ${first}`),
  pastDoneDetail: (count: string) => ours(`${days(count)} were read.`),
  pause: ours('Pause'),
  resume: ours('Resume'),
  renew: ours('New token'),
  renewTitle: (pos: string) => ours(`New token of ${pos}`),
  renewSentence: (account: string) => ours(`It must be one of the account ${account}.`),
  renewSubmit: ours('Use this token'),
  renewFailed: ours("We couldn't check this token. Please try again."),
  renewed: ours('The new token is in use.'),
  writing: (pos: string) => ours(`From Saffron to ${pos}`),
  writes: (pos: string) => ours(`Write prices and sold-out marks to ${pos}`),
  writesNext: ours(
    'What you set in Saffron from now on is set there within a minute. What was changed at the POS never comes back to it.',
  ),
  takesNoWrites: (pos: string) =>
    ours(`${pos} does not let other apps change prices. Change prices and sold-out marks there.`),
  unwritten: (pos: string) => ours(`${pos} did not take these`),
  disconnect: ours('Disconnect'),
  disconnectQuestion: (pos: string) => ours(`Disconnect ${pos}?`),
  disconnectDetail: ours(
    'Stays: all sales, shifts, items and guests that came in. Deleted: the token, if no other location uses it. New sales do not come in any more.',
  ),
  dropQuestion: ours('Do without this connection?'),
  dropDetail: ours('The token is deleted. Nothing came in yet, and nothing changes.'),
  drop: ours('Delete token'),
  stepFailed: ours("That didn't work. Please try again."),
} as const;

/** Days of a connection that another source has, too. */
export const connectedDays = {
  title: (count: string) =>
    ours(count === '1' ? '1 day has sales already' : `${count} days have sales already`),
  sentence: ours('So that nothing counts twice, only one source counts on a day.'),
  twiceTitle: (count: string) =>
    ours(count === '1' ? '1 day counts twice' : `${count} days count twice`),
  twiceSentence: (pos: string) =>
    ours(`Another source brought sales of these days after those of ${pos}.`),
  twiceReplace: (count: string, amount: string) =>
    ours(
      `${checks(count)} (${amount}) of the other source are taken out of your reports for good.`,
    ),
  keepBoth: ours('The sales of both'),
  keepBothDetail: ours('They are different sales, for instance of a bar with a POS of its own.'),
  failed: ours("We couldn't load these days. Please try again."),
  there: (source: string) => ours(`There: ${source}`),
  atPos: (pos: string) => ours(`At ${pos}`),
  notCounted: ours('not counted yet'),
  choice: ours('These days should have'),
  replace: (pos: string) => ours(`The sales of ${pos}`),
  replaceDetail: (count: string, amount: string) =>
    ours(
      `${checks(count)} (${amount}) that are there now are taken out of your reports for good, and those of the POS come in.`,
    ),
  skip: ours('The sales that are there'),
  skipDetail: (count: string, amount: string) =>
    ours(
      `${checks(count)} (${amount}) of the POS are left out. Nothing changes on these days, and you can replace them later.`,
    ),
  skipUncounted: ours(
    'The sales of the POS are left out. Nothing changes on these days, and you can replace them later.',
  ),
  required: ours('Please choose whose sales count.'),
  submit: ours('Decide'),
  decideFailed: ours("We couldn't save your decision. Please try again."),
  skipped: (count: string) => ours(`${days(count)} left to the other source`),
  skippedDetail: ours('Their sales at the POS are not in your reports.'),
  replaceSkipped: ours('Use the POS sales'),
  replaceQuestion: ours('Replace the sales of these days?'),
  replaceAccept: ours('Replace'),
  replacing: (count: string) =>
    ours(
      count === '1'
        ? 'The sales of 1 day are being replaced.'
        : `The sales of ${count} days are being replaced.`,
    ),
} as const;

/** What of a POS could not be read. */
export const unmapped = {
  title: (count: string) =>
    ours(count === '1' ? '1 thing could not be read' : `${count} things could not be read`),
  sentence: ours('Everything else comes in without them. They are listed for 30 days.'),
  list: ours('What could not be read'),
  none: ours('Nothing is left to list.'),
  seen: (day: string) => ours(`Last seen ${day}`),
  thing: (kind: string, id: string) => ours(`${kind} ${id}`),
  end: ours('End of list'),
} as const;

/** Days of a connection beside what the POS itself counted. */
export const connectionProof = {
  title: ours('Does it add up?'),
  sentence: (pos: string) =>
    ours(`Your figures here beside the totals that ${pos} itself counted.`),
  payments: (pos: string) =>
    ours(
      `${pos} shares no totals of its own with this token, so your figures are compared with its payments and refunds. These do not say what was sold.`,
    ),
  days: ours('Days'),
  all: ours('All days'),
  empty: ours('No day came in yet.'),
  failed: ours("We couldn't load these days. Please try again."),
  missing: ours('The sales of this day did not come in by this connection.'),
  states: {
    none: ours('No totals'),
    notYet: ours('Not yet'),
    settling: ours('Settling'),
    equal: ours('Adds up'),
    differs: ours('Differs'),
  },
  none: (pos: string) => ours(`${pos} has no totals of this day.`),
  notCompared: ours('Not compared yet'),
  notCounted: (pos: string) => ours(`${pos} has not counted all of this day yet.`),
  again: ours('Being compared once more'),
  equal: ours('The same to the cent'),
  equalSoFar: ours('The same to the cent so far'),
  soFar: (off: string) => ours(`${off} so far`),
  more: (amount: string) => ours(`${amount} more here`),
  less: (amount: string) => ours(`${amount} less here`),
  settles: (time: string) => ours(`Late tips and orders may come until ${time}.`),
  countedUntil: (pos: string, time: string) => ours(`${pos} counted up to ${time}.`),
  next: ours(
    'Look at the hours and checks below. A check that could not be read is listed on the page of the connection with the reason.',
  ),
  figures: ours('Figures of the day'),
  same: (pos: string) => ours(`The same at ${pos}`),
  theirs: (pos: string, amount: string) => ours(`${amount} at ${pos}`),
  checks: ours('Checks'),
  both: (pos: string, theirs: string, here: string) => ours(`${theirs} at ${pos}, ${here} here`),
  hours: ours('Hours that differ'),
  from: (time: string) => ours(`From ${time}`),
  differing: ours('Checks that differ'),
  check: (id: string) => ours(`Check ${id}`),
  onlyThere: (pos: string) => ours(`At ${pos}, not here`),
  onlyHere: (pos: string) => ours(`Here, not in the totals of ${pos}`),
  otherwise: ours('On both sides, with other amounts'),
  differs: (figure: string, off: string) => ours(`${figure}: ${off}`),
  moreChecks: (count: string) =>
    ours(count === '1' ? '1 more check differs.' : `${count} more checks differ.`),
  names: {
    gross: ours('Sales before discounts'),
    discounts: ours('Discounts'),
    refunds: ours('Refunds'),
    net: ours('Net sales'),
    tax: ours('Sales tax'),
    tips: ours('Tips'),
    serviceCharges: ours('Service charges'),
    gratuity: ours('Gratuity'),
    giftCards: ours('Gift cards sold'),
    collected: ours('Collected'),
    due: ours('To be collected'),
  },
} as const;
