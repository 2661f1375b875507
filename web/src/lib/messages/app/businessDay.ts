import { ours } from '../ours';

/** /admin-configuration/business-day. */
export const businessDay = {
  title: ours('Business Day'),
  hint: ours('When a new day begins in your reports'),
  startsAt: (time: string) => ours(`Starts at ${time}`),
  selectLocation: ours('Please select a location to set its business day.'),
  now: ours('Starts now at'),
  history: ours('History'),
  since: (day: string) => ours(`From ${day}`),
  before: (day: string) => ours(`Before ${day}`),
  form: ours('Change the start'),
  start: ours('Starts at'),
  counts: (time: string) =>
    ours(
      `Sales between midnight and ${time} count in the day before. Useful for bars that close late.`,
    ),
  midnight: ours('The business day is the calendar day.'),
  from: ours('From'),
  tomorrow: ours('From tomorrow'),
  date: ours('From a date'),
  all: ours('For all dates'),
  firstDay: ours('First day'),
  dateRequired: ours('Please choose a date.'),
  dateTooFar: ours('Please choose a date within the next year.'),
  past: ours(
    'Sales that are recorded move to their new day in the background. Weeks that are paid and reports that were mailed stay.',
  ),
  replaces: (day: string) => ours(`Replaces the start planned from ${day}.`),
  save: ours('Save'),
  saved: ours('Business day saved.'),
  saveFailed: ours("We couldn't save the business day. Please try again."),
  discardQuestion: ours('Discard your changes?'),
  unsaved: ours('The start of the business day is not saved yet.'),
} as const;

/** Sales that are moved to other business dates. */
export const dateMove = {
  title: ours('Move to new days'),
  running: (seen: string, total: string) =>
    ours(`Moving sales to their new day: ${seen} of ${total}`),
  paused: (seen: string, total: string) => ours(`Move paused: ${seen} of ${total}`),
  settling: ours('Almost done: sales that came in meanwhile follow within two minutes.'),
  done: ours('All sales stand in their new day.'),
  pause: ours('Pause'),
  resume: ours('Resume'),
  failed: ours("We couldn't change this. Please try again."),
} as const;
