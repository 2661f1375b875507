import type { CheckSummary } from '@/api';
import { checkDetail } from '@/components/checks/checkWords';
import { type BusinessDate, dateOf, formatTime, formatWeekday } from '@/lib/dates';
import { messages } from '@/lib/messages';

const words = messages.openChecks;

/** Whether a check was opened on an earlier business date than today at its location. */
export function isLeftOpen({ businessDate }: CheckSummary, today: BusinessDate): boolean {
  return dateOf(businessDate) < today;
}

/** `since 9:14 PM`; of an earlier date `left open since Fri, Nov 27 9:14 PM`. */
export function sinceWords(check: CheckSummary, today: BusinessDate): string {
  const opened = check.openTime ?? check.closeTime;
  const time = formatTime(opened);
  return isLeftOpen(check, today)
    ? words.leftOpen(`${formatWeekday(opened)} ${time}`)
    : words.since(time);
}

/** Second line of a row: covers, table, server, payment types, and the location where there are several. */
export function openDetail(check: CheckSummary, location: string | null): string {
  return [checkDetail(check), location].filter(Boolean).join(' · ');
}
