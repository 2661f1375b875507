import type { ConnectionState } from '@/api/connect';
import type { BadgeStyle } from '@/components/badge/StatusBadge';
import { dateOf, formatDay, formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';

const words = messages.connectionWork;

const kinds: Readonly<Record<ConnectionState, BadgeStyle>> = {
  choosing: 'caution',
  live: 'success',
  paused: 'caution',
  refused: 'danger',
  ended: 'info',
};

/** A state in words and colour. */
export function stateBadge(state: ConnectionState) {
  return { kind: kinds[state], label: messages.connections.states[state] };
}

/** A wall time of the location: `Nov 30, 2026, 4:12 PM`. */
export function momentText(time: string): string {
  return `${formatDay(dateOf(time))}, ${formatTime(time)}`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A POS is asked once a minute: up to here nothing is late. */
const USUAL_LAG = 3 * MINUTE;

/** Whether what is new at the POS comes in later than usual. */
export function isBehind(lagSeconds: number): boolean {
  return lagSeconds > USUAL_LAG;
}

/** How far behind a connection is at most. */
export function lagText(lagSeconds: number): string {
  if (!isBehind(lagSeconds)) return words.upToDate;
  const [unit, text] =
    lagSeconds < 2 * HOUR
      ? [MINUTE, words.minutes]
      : lagSeconds < 2 * DAY
        ? [HOUR, words.hours]
        : [DAY, words.days];
  return words.behind(text(formatCount(Math.ceil(lagSeconds / unit))));
}
