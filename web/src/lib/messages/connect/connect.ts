import { ours } from '../ours';

/** /admin-configuration/connect: the ways to bring sales into Saffron. */
export const connect = {
  title: ours('Connect your restaurant'),
  hint: ours('Upload sales, enter a link code, connect your POS'),
  sentence: ours('Choose how your sales come into Saffron. You can use more than one way.'),
  upload: ours('Upload your sales'),
  uploadDetail: ours(
    'Sales, shifts, menu items and guests that your POS exports: CSV, Excel or ZIP. You see everything before it counts.',
  ),
  code: ours('Enter a link code'),
  codeDetail: ours(
    'For a location that is in Saffron already. A manager or your POS provider has it.',
  ),
  pos: ours('Connect your POS'),
  posDetail: ours('Square, Clover and Toast send your sales by themselves, the past too.'),
  sample: ours('Look around in a sample restaurant'),
  sampleDetail: ours(
    'Reports, menu and staff of a made-up restaurant, as of now. Leave it with one tap; nothing of it stays.',
  ),
  imports: ours('Your imports'),
  importsDetail: ours('Uploads that are under way, and those that ended'),
  otherWays: ours('No link code? Other ways to connect'),
} as const;

/** While a person looks around in a sample restaurant. */
export const sample = {
  title: ours('Sample restaurant'),
  leave: ours('Leave'),
  openFailed: ours("We couldn't open the sample restaurant. Please try again."),
  leaveFailed: ours("We couldn't leave the sample restaurant. Please try again."),
} as const;

/** The form of a new location. */
export const newLocation = {
  title: ours('Your location'),
  sentence: ours('Sales belong to a location. It takes three answers.'),
  name: ours('Name of the restaurant'),
  nameRequired: ours('Please enter a name.'),
  nameLong: ours('Please use 200 characters or fewer.'),
  zone: ours('Time zone'),
  zoneHint: ours('Taken from this device. Please check that it is that of the restaurant.'),
  zoneRequired: ours('Please choose a time zone.'),
  noZone: ours('No time zone matches. Try the name of a large city nearby.'),
  start: ours('The business day starts at'),
  create: ours('Create Location'),
  created: ours('Location created.'),
  failed: ours("We couldn't create the location. Please try again."),
} as const;

function files(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}

/** Choosing files, and their upload. */
export const upload = {
  title: ours('Upload your sales'),
  selectLocation: ours('Please select the location that these sales belong to.'),
  sentence: ours(
    'Export your sales from your POS, best with items, payments and times, and choose the files here. Files of shifts, menu items and guests come in, too. Several at once are read together.',
  ),
  choose: ours('Choose files'),
  chooseMore: ours('Choose more files'),
  drop: ours('or drop them here'),
  kinds: ours('CSV, TXT, Excel (.xlsx) or ZIP. 20 files and 1 GB together at most.'),
  chosen: ours('Chosen files'),
  remove: (name: string) => ours(`Remove ${name}`),
  together: (count: number, size: string) => ours(`${files(count)}, ${size}`),
  start: (count: number) => ours(`Upload ${files(count)}`),
  nothingYet: ours('Nothing counts in your reports yet: you check the result first.'),
  none: ours('Please choose a file first.'),
  tooMany: (count: number) =>
    ours(`Please choose 20 files at most: these are ${count}. Put them into one ZIP file instead.`),
  tooLarge: (size: string) =>
    ours(
      `These files hold ${size} together, and 1 GB is the most. Upload them one after the other, or export shorter periods.`,
    ),
  empty: (name: string) => ours(`${name} is empty. Please export it again.`),
  longName: (name: string) => ours(`The name of ${name} is too long. Please rename the file.`),
  oldExcel: (name: string) =>
    ours(`${name} is an old Excel file. Open it and save it as .xlsx or CSV.`),
  noTable: (name: string) =>
    ours(`${name} holds no table. Please export it as CSV or Excel (.xlsx).`),
  createFailed: ours("We couldn't start the upload. Please try again."),
  running: ours('Uploading'),
  progress: (done: string, total: string) => ours(`${done} of ${total}`),
  keepOpen: ours(
    'Keep Saffron open until all of it is here. You can look at other pages meanwhile.',
  ),
  waiting: ours('Waiting for a connection'),
  waitingDetail: ours('The upload goes on by itself as soon as there is a network again.'),
  slow: ours('The server does not answer. We try again by ourselves.'),
  stopped: ours('The upload stopped'),
  failed: ours("We couldn't upload the files. Please try again."),
  unreadable: (name: string) =>
    ours(`This device can't read ${name} any more. Please choose the files again.`),
  retry: ours('Try Again'),
  missingTitle: ours('The upload is not complete'),
  missing: ours(
    'This page was closed before all of it was here. Choose the same files again: only what is missing is sent.',
  ),
  elsewhere: ours('Does it run in another window? Then you can wait here.'),
  partOf: (percent: string) => ours(`${percent} is here`),
  complete: ours('Complete'),
  chooseAgain: ours('Choose the files again'),
  otherFile: (name: string) =>
    ours(
      `${name} is not one of these files, or its size has changed. For other files start a new upload.`,
    ),
} as const;
