import { ours } from '../ours';

function counted(count: string, one: string, several: string): string {
  return count === '1' ? `1 ${one}` : `${count} ${several}`;
}

/** Shifts, items of the menu and guests of an import. */
export const importLists = {
  shifts: (count: string) => ours(counted(count, 'shift', 'shifts')),
  items: (count: string) => ours(counted(count, 'menu item', 'menu items')),
  guests: (count: string) => ours(counted(count, 'guest', 'guests')),
  shiftsTitle: ours('Shifts'),
  people: ours('People'),
  hours: ours('Paid hours'),
  laborCost: ours('Labor cost'),
  tips: ours('Declared tips'),
  openShifts: ours('Not clocked out'),
  withoutWage: ours('Without a wage'),
  hoursOf: (hours: string) => ours(`${hours} h`),
  shiftsBeside: ours(
    'They stand beside shifts that your POS sends: do not bring in the same shifts by both ways.',
  ),
  firstShifts: ours('The first shifts'),
  open: ours('open'),
  payUnknown: ours('no wage'),
  itemsTitle: ours('Menu items'),
  withPrice: ours('With a price'),
  withCost: ours('With a cost'),
  withoutCost: ours('Without a cost'),
  itemsMerged: ours(
    'What the file does not say of an item stays as it is. The next word of your POS about an item counts.',
  ),
  firstItems: ours('The first items'),
  cost: (amount: string) => ours(`cost ${amount}`),
  noCost: ours('no cost'),
  noPrice: ours('no price'),
  guestsTitle: ours('Guests'),
  emailConsents: ours('Agree to email'),
  smsConsents: ours('Agree to texts'),
  consentRule: ours('Consent counts only where the file says so.'),
  consentNone: ours('No column of the files is about consent: nobody agreed to anything.'),
  consentFrom: (channel: string, column: string) => ours(`To ${channel}: by the column ${column}`),
  consentNotTaken: (channel: string, column: string) =>
    ours(`The column ${column} is not taken as consent to ${channel}.`),
  guestsStay: ours('A guest that your POS sends stays as your POS sends it.'),
  firstGuests: ours('The first guests'),
  agrees: (channels: string) => ours(`agrees to ${channels}`),
  agreesToNothing: ours('no consent'),
  email: ours('email'),
  texts: ours('texts'),
  notes: ours('Good to know'),
  start: (parts: string) => ours(`Import ${parts}`),
  done: (parts: string) => ours(`${parts} came in`),
  undoDetail: (parts: string) =>
    ours(
      `${parts} that it brought are taken out again. Sales and items that it replaced come back. What your POS and other files sent stays as it is.`,
    ),
  undoLeft: (count: string) =>
    ours(
      `${counted(count, 'guest', 'guests')} that it brought stay: erase a guest in the list of customers.`,
    ),
  openLabor: ours('Open the labor report'),
  openMenu: ours('Open the menu'),
  openGuests: ours('Open the guests'),
} as const;
