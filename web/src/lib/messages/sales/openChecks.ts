import { ours } from '../ours';

/** Checks that are not closed yet. */
export const openChecks = {
  title: ours('Open checks'),
  /** Where a third of a phone's width is all there is. */
  now: ours('Open now'),
  /** Of today: the time alone. */
  since: (time: string) => ours(`since ${time}`),
  /** Of an earlier date, which is over: forgotten rather than waiting. */
  leftOpen: (moment: string) => ours(`left open since ${moment}`),
  paid: (amount: string) => ours(`Paid ${amount}`),
  paidSoFar: ours('Paid so far'),
  none: ours('No check is open.'),
  noneNext: ours('Checks show up here while they are open on the POS.'),
  end: ours('No more open checks'),
} as const;
