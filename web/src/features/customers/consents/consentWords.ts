import type { Consent } from '@/api';
import { dateOf, formatDay, formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import type { Standing } from './useStandings';

const words = messages.consents;

/** What a guest may get by a channel, in words; blank while it is not known. */
export function standingWord(standing: Standing): string {
  // Keeps its line.
  if (standing === undefined) return '\u00a0';
  const { exclusion } = standing;
  if (exclusion === null) return words.may;
  const known: Readonly<Record<string, string>> = words.standing;
  return known[exclusion] ?? words.standing.other;
}

/** By which act, whose word, and when. */
export function consentDetail({ act, by, at }: Consent): string {
  const known: Readonly<Record<string, string>> = words.act;
  const whose = act === 'owner' && by ? words.by(by) : (known[act] ?? words.act.other);
  return `${formatDay(dateOf(at))}, ${formatTime(at)} · ${whose}`;
}
