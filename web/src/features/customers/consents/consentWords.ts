import type { Consent } from '@/api';
import { dateOf, formatDay, formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import type { Standing } from './useStandings';

const words = messages.consents;

/** Text of a guest's standing for a channel; blank while unknown. */
export function standingText(standing: Standing): string {
  // Keeps the line's height.
  if (standing === undefined) return '\u00a0';
  const { exclusion } = standing;
  if (exclusion === null) return words.may;
  const known: Readonly<Record<string, string>> = words.standing;
  return known[exclusion] ?? words.standing.other;
}

/** The act, its person, and its time. */
export function consentDetail({ act, by, at }: Consent): string {
  const known: Readonly<Record<string, string>> = words.act;
  const whose = act === 'owner' && by ? words.by(by) : (known[act] ?? words.act.other);
  return `${formatDay(dateOf(at))}, ${formatTime(at)} · ${whose}`;
}
