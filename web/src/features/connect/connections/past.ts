import type { Connection } from '@/api';

/** Whether days of the past are read now. */
export function isComingIn({ state, days, daysRead, daysAsked }: Connection): boolean {
  return state === 'live' && (days === 0 || daysRead + daysAsked < days);
}
