import dayjs from 'dayjs';
import { formatDay, formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';

/** Seconds after which the shown data counts as old. */
const OLD_AFTER = 15 * 60;

/** Whether the provider was read too long ago. */
export function isOld(seconds: number, now: Date): boolean {
  return now.getTime() / 1000 - seconds > OLD_AFTER;
}

/** `As of 12:04 PM` on the device's clock; with its day if that is not today. */
export function asOfText(seconds: number, now: Date): string {
  const at = new Date(seconds * 1000);
  const day = dayjs(at);
  const time = formatTime(day.format('YYYY-MM-DDTHH:mm:ss'));
  return messages.moneyTab.asOf(
    day.isSame(now, 'day') ? time : `${formatDay(day.format('YYYY-MM-DD'))}, ${time}`,
  );
}
