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
  if (exclusion === null) return words.canSend;
  const texts: Readonly<Record<string, string>> = words.standing;
  return texts[exclusion] ?? words.standing.other;
}

/** Time and author of a consent or refusal. */
export function consentDetail({ act, by, at }: Consent): string {
  const texts: Readonly<Record<string, string>> = words.act;
  const author = act === 'owner' && by ? words.by(by) : (texts[act] ?? words.act.other);
  return `${formatDay(dateOf(at))}, ${formatTime(at)} · ${author}`;
}
