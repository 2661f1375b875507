import { ours } from '../ours';

/** Without a network. */
export const offline = {
  /** When what is shown arrived: 'As of 12:04 PM'. */
  asOf: (time: string) => ours(`${time}, offline`),
  alone: ours('Offline'),
  notNow: ours('You are offline. Please try again when you are back online.'),
} as const;
