import { ours } from '../ours';

function people(count: number): string {
  return count === 1 ? '1 person' : `${count} people`;
}

function shifts(count: string): string {
  return count === '1' ? '1 shift' : `${count} shifts`;
}

/** /admin-configuration/wages. */
export const wages = {
  title: ours('Wages'),
  hint: ours('Pay per hour where your POS sends none'),
  selectLocation: ours('Please select a location to enter its wages.'),
  /** Beside figures of labor. */
  some: ours('Some shifts have no wage.'),
  enter: ours('Enter wages'),
  failed: ours("We couldn't load the wages. Please try again."),
  without: (count: number) => ours(`${people(count)} without a wage`),
  withoutHint: ours('Their hours count, their pay does not. Tap a person to enter a wage.'),
  none: ours('Nobody is without a wage.'),
  noneNext: ours('Your POS sends the wage of every shift, or you entered it.'),
  counting: ours('Counting shifts again…'),
  unnamed: ours('Not named by your POS'),
  noHolder: ours('Your POS names neither the person nor the job, so no wage can be entered.'),
  shifts: (count: string) => ours(shifts(count)),
  since: (count: string, day: string) => ours(`${shifts(count)} since ${day}`),
  on: (count: string, day: string) => ours(`${shifts(count)} on ${day}`),
  entered: ours('Entered wages'),
  byPerson: ours('By person'),
  byJob: ours('By job'),
  from: (day: string) => ours(`From ${day}`),
  titleOf: (name: string) => ours(`Wage of ${name}`),
  titleOfJob: (job: string) => ours(`Wage in the job ${job}`),
  rate: ours('Wage per hour'),
  rateInvalid: ours('Please enter an amount from $0.01 to $1,000.00.'),
  holder: ours('For'),
  /** A choice, where the POS sends no name. */
  person: ours('This person'),
  personDetail: (count: string) => ours(`${shifts(count)}, in every job`),
  job: (job: string) => ours(`Everybody in the job ${job}`),
  jobDetail: (count: number, worked: string) => ours(`${people(count)}, ${shifts(worked)}`),
  jobHint: ours("A person's own wage comes before that of the job."),
  firstDay: ours('From'),
  dateRequired: ours('Please choose a date.'),
  earlier: (day: string) => ours(`Shifts before ${day} stay without a wage.`),
  raiseHint: ours('For a raise, choose its first day.'),
  replaces: (rate: string) => ours(`Replaces ${rate}.`),
  until: (rate: string) => ours(`${rate} holds until then.`),
  again: (rate: string, day: string) => ours(`${rate} holds from ${day}.`),
  save: ours('Save'),
  saved: ours('Wage saved.'),
  saveFailed: ours("We couldn't save the wage. Please try again."),
  remove: ours('Remove wage'),
  removeQuestion: ours('Remove this wage?'),
  removeDetail: (day: string) =>
    ours(`Shifts since ${day} that count with it have no wage again, unless another one holds.`),
  removeAccept: ours('Remove'),
  removed: ours('Wage removed.'),
  removeFailed: ours("We couldn't remove the wage. Please try again."),
} as const;
