import { ours } from '../ours';

/** Without a network. */
export const offline = {
  /** When what is shown arrived: 'As of 12:04 PM'. */
  asOf: (time: string) => ours(`${time}, offline`),
  alone: ours('Offline'),
  /** Instead of a page that is not kept on the device. */
  needed: ours('This page needs a connection.'),
  /** At the end of a list whose next page is not kept. */
  more: ours('You need a connection to see more.'),
  notNow: ours('You are offline. Please try again when you are back online.'),
} as const;
