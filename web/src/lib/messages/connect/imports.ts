import { ours } from '../ours';

function counted(count: string, one: string, several: string): string {
  return count === '1' ? `1 ${one}` : `${count} ${several}`;
}

function checks(count: string): string {
  return counted(count, 'check', 'checks');
}

function rows(count: string): string {
  return counted(count, 'row', 'rows');
}

/** /admin-configuration/imports: the list of imports, and one of them. */
export const imports = {
  title: ours('Imports'),
  hint: ours('Files of your POS: upload, look back, undo'),
  selectLocation: ours('Please select a location to see its imports.'),
  none: ours('No files were uploaded at this location yet.'),
  noneNext: ours(
    'Export sales, shifts, items or guests from your POS and upload the files: you see everything first.',
  ),
  uploadFiles: ours('Upload files'),
  end: ours('End of list'),
  by: (day: string, person: string) => ours(`${day}, ${person}`),
  one: ours('Import'),
  missing: ours('This location has no such import.'),
  missingNext: ours('It may belong to another one of your locations.'),
  all: ours('All imports'),
  failed: ours("We couldn't load the import. Please try again."),
  states: {
    uploading: ours('Uploading'),
    judging: ours('Reading'),
    asking: ours('Has questions'),
    ready: ours('Ready'),
    preparing: ours('Importing'),
    sending: ours('Importing'),
    paused: ours('Paused'),
    done: ours('Done'),
    takingOut: ours('Taking days out'),
    undoing: ours('Undoing'),
    undone: ours('Undone'),
    failed: 'Failed',
    discarded: ours('Discarded'),
  },
  checks: (count: string) => ours(checks(count)),
  rows: (count: string) => ours(rows(count)),
  days: (count: string) => ours(counted(count, 'day', 'days')),
  span: (first: string, last: string) => ours(`${first} - ${last}`),
  /** What an answer brings. */
  brings: (count: string, days: string, amount: string) =>
    ours(`${checks(count)} on ${counted(days, 'day', 'days')}, ${amount}`),
  bringsNothing: ours('Nothing would come in'),
} as const;

/** Work that an import does. */
export const importWork = {
  judging: ours('Reading your files'),
  judgingDetail: ours('We look at every row before anything counts. You can leave this page.'),
  preparing: ours('Preparing your import'),
  sending: ours('Importing your files'),
  sendingDetail: ours('Reports fill meanwhile. You can leave this page: it goes on by itself.'),
  undoing: ours('Taking the import back'),
  undoingDetail: ours('You can leave this page: it goes on by itself.'),
  progress: (done: string, total: string) => ours(`${done} of ${total}`),
  pause: ours('Pause'),
  resume: ours('Resume'),
  paused: ours('Import paused'),
  pausedNothing: ours('Nothing came in yet.'),
  pausedDetail: (parts: string) => ours(`${parts} came in so far. Resume to bring in the rest.`),
  stepFailed: ours("We couldn't do this. Please try again."),
  unknown: ours('Nothing of your files can come in yet'),
  failed: ours('The import failed'),
  failedDetail: ours('Please try again.'),
  retry: ours('Try Again'),
  done: (count: string, first: string, last: string) =>
    ours(
      first === last
        ? `${checks(count)} of ${first} are in your reports`
        : `${checks(count)} of ${first} - ${last} are in your reports`,
    ),
  doneNothing: ours('The import is done. It brought nothing in.'),
  refused: (count: string) =>
    ours(
      count === '1'
        ? '1 entry was not taken. The list below says why.'
        : `${count} entries were not taken. The list below says why.`,
    ),
  openReports: ours('Reports of these days'),
  openReport: ours('Open the report of this day'),
  undo: ours('Undo import'),
  undoUntil: (day: string) => ours(`It can be undone until ${day}.`),
  undoOver: ours('It can no longer be undone.'),
  undoQuestion: ours('Undo this import?'),
  undoAccept: ours('Undo'),
  undone: ours('The import is undone'),
  undoneDetail: ours(
    'Nothing of it is in your reports any more. Sales that it had replaced are back.',
  ),
  discard: ours('Discard'),
  discardQuestion: ours('Discard this import?'),
  discardDetail: ours('Its files are deleted. Nothing of it is in your reports.'),
  discarded: ours('The import was discarded'),
  discardedDetail: ours('Its files are deleted. Nothing of it came into your reports.'),
  again: ours('Upload other files'),
} as const;

/** Days that count twice, because another source began on them after the import. */
export const importOverlaps = {
  title: (days: string) => ours(days === '1' ? '1 day counts twice' : `${days} days count twice`),
  sentence: ours(
    'Since the import came in, another source sent sales of these days. Your reports hold both.',
  ),
  since: (source: string) => ours(`Since then: ${source}`),
  inImport: ours('In this import'),
  takeOut: ours('Take these days out of the import'),
  takeOutQuestion: ours('Take these days out of the import?'),
  takeOutDetail: (count: string, amount: string) =>
    ours(
      `${checks(count)} (${amount}) of the import are taken out of your reports. The other source's sales, and the import's other days, stay.`,
    ),
  takeOutAccept: ours('Take Out'),
  keep: ours('They are different sales'),
  keepQuestion: ours('Keep both?'),
  keepDetail: ours('The sales of both stay in your reports. These days are not shown again.'),
  keepAccept: ours('Keep Both'),
  takingOut: ours('Taking days out of the import'),
  taken: (days: string, count: string, amount: string) =>
    ours(`Taken out: ${checks(count)} (${amount}) of ${counted(days, 'day', 'days')}.`),
  inList: (days: string, amount: string) =>
    ours(`${counted(days, 'day counts', 'days count')} twice, ${amount}`),
} as const;

/** What was recognized of the files. */
export const importFiles = {
  title: ours('Your files'),
  from: (exporter: string) => ours(`From ${exporter}`),
  unknown: ours('Not recognized'),
  byColumns: ours('Read by the names of its columns'),
  kinds: {
    lines: ours('Items sold'),
    orders: ours('Checks'),
    payments: ours('Payments'),
    shifts: ours('Shifts'),
    items: ours('Menu items'),
    guests: ours('Guests'),
  },
  unused: ours('Not used'),
  unreadable: (why: string) => ours(`Cannot be read: ${why}`),
  refused: (count: string) =>
    ours(count === '1' ? '1 row cannot be read' : `${count} rows cannot be read`),
  columns: ours('Columns'),
  columnsOf: (name: string) => ours(`Columns of ${name}`),
  used: ours('Used'),
  notUsed: ours('For nothing'),
  noneUnused: ours('Every column is used.'),
  map: ours('Map the columns'),
  saveLayout: ours('Save this layout'),
  useLayout: ours('Use a saved layout'),
  layoutHint: ours('A saved layout reads the next files of the same kind without questions.'),
  layoutSent: ours('The layout is used. The files are read again.'),
  layoutLarge: ours('This is no saved layout: it is larger than 200 KB.'),
  layoutFailed: ours("We couldn't use this layout. Please choose a file that was saved here."),
} as const;

/** Questions about the files, and days of another source. */
export const importQuestions = {
  title: (count: number) => ours(count === 1 ? '1 question' : `${count} questions`),
  sentence: ours('Your files leave this open. Each answer says what would come in with it.'),
  examples: ours('In your files:'),
  answered: ours('Your answers'),
  change: ours('Change your answers'),
  required: ours('Please choose an answer.'),
  mapInstead: ours('Map the columns yourself'),
  submit: ours('Continue'),
  failed: ours("We couldn't save your answers. Please try again."),
  conflictTitle: (days: string) =>
    ours(days === '1' ? '1 day has sales already' : `${days} days have sales already`),
  conflictSentence: ours('So that nothing counts twice, only one source counts on a day.'),
  there: (source: string) => ours(`There: ${source}`),
  inFiles: ours('In your files'),
  sums: (count: string, amount: string) => ours(`${checks(count)}, ${amount}`),
  showAll: (count: string) => ours(`Show all ${count} days`),
  conflictChoice: ours('These days should have'),
  replace: ours('The sales of these files'),
  replaceDetail: (count: string, amount: string) =>
    ours(
      `${checks(count)} (${amount}) that are there now are taken out of your reports. If you undo the import, they come back.`,
    ),
  skip: ours('The sales that are there'),
  skipDetail: (count: string, amount: string) =>
    ours(`${checks(count)} (${amount}) of your files are left out. Nothing changes on these days.`),
} as const;

/** What comes in. */
export const importPreview = {
  title: ours('This will come in'),
  netSales: ours('Net sales'),
  of: (first: string, last: string, days: string) =>
    ours(first === last ? first : `${first} - ${last}, ${counted(days, 'day', 'days')} with sales`),
  nothing: ours('Nothing of these files can come in.'),
  nothingNext: ours('Look at what was recognized, map the columns, or upload other files.'),
  sums: ours('How it adds up'),
  fileTotals: ours("The files' own totals"),
  fileTotalsHint: ours('What rows of totals in your files say, column by column.'),
  fileTotalSame: ours('Its rows add up to the same.'),
  fileTotalOther: (rows: string, difference: string, more: boolean) =>
    ours(
      `Its rows add up to ${rows}, ${difference} ${more ? 'more' : 'less'}. Look at the rows that are left out or cannot be read.`,
    ),
  gross: ours('Gross sales'),
  discounts: ours('Discounts'),
  tax: ours('Tax'),
  tips: ours('Tips'),
  gratuity: ours('Gratuity'),
  serviceCharges: ours('Service charges'),
  giftCards: ours('Gift cards sold'),
  rounding: ours('Rounding'),
  due: ours('Due'),
  payments: ours('Payments with tips'),
  balanced: ours('Payments match what was due.'),
  unbalanced: (amount: string) =>
    ours(`Payments of single checks differ from what was due, by ${amount} in all.`),
  counts: ours('Counts'),
  checkCount: ours('Checks'),
  refunds: ours('Refunds'),
  voidedChecks: ours('Voided checks'),
  voids: ours('Value of voids'),
  covers: ours('Guests'),
  byDate: ours('Sales by date'),
  by: ours('Sum up by'),
  month: ours('Month'),
  day: ours('Day'),
  more: (count: string) => ours(`Show ${count} more`),
  moreDays: ours('Only the first 3,700 days are listed.'),
  categories: ours('Gross sales by category'),
  noCategory: ours('Without a category'),
  tenders: ours('Payments by type'),
  noTender: ours('Without a type'),
  sample: ours('The first checks'),
  sampleSentence: ours('As they will look. Compare one of them with your POS.'),
  check: (number: string) => ours(`Check ${number}`),
  table: (name: string) => ours(`Table ${name}`),
  guests: (count: string) => ours(counted(count, 'guest', 'guests')),
  voided: ours('Voided'),
  refund: ours('Refund'),
  quantity: (count: string, name: string) => ours(`${count} × ${name}`),
  paid: (type: string) => ours(`Paid: ${type}`),
  withTip: (amount: string) => ours(`with ${amount} tip`),
  leftOut: ours('Left out by intention'),
  leftOutSentence: ours('These rows bring nothing.'),
  refused: (count: string) =>
    ours(count === '1' ? '1 row that cannot come in' : `${count} rows that cannot come in`),
  refusedSentence: ours(
    'Everything else comes in without them. Correct them in your POS and export again.',
  ),
  line: (file: string, line: string) => ours(`${file}, line ${line}`),
  firstOf: (shown: string) => ours(`The first ${shown} of them`),
  saveRefused: ours('Save all as CSV'),
  refusedFile: ours('refused-rows.csv'),
  startNothing: ours('There is nothing to import.'),
} as const;
