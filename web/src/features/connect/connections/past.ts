import type { Connection } from '@/api/connect';

/** Whether days of the past are read now. */
export function isComingIn({ state, days, daysRead, daysAsked, daysSkipped }: Connection) {
  return state === 'live' && (days === 0 || daysRead + daysAsked + daysSkipped < days);
}
