import type { Campaign, CampaignState, Exclusion, ExclusionCount, RecipientOutcome } from '@/api';
import type { BadgeStyle } from '@/components/badge/StatusBadge';
import { dateOf, formatDay, formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import { formatPhone } from '@/lib/phone/phone';

const { campaignKinds, campaignList, exclusion, outcome } = messages;

interface Badge {
  kind: BadgeStyle;
  label: string;
}

const stateStyle: Readonly<Record<CampaignState, BadgeStyle>> = {
  sending: 'info',
  paused: 'caution',
  stopped: 'danger',
  finished: 'success',
};

/** State of a campaign. */
export function stateBadge({ state }: Pick<Campaign, 'state'>): Badge {
  return { kind: stateStyle[state] ?? 'info', label: messages.campaignState[state] ?? state };
}

/** Whether messages are still to be sent. */
export function isRunning({ state }: Pick<Campaign, 'state'>): boolean {
  return state === 'sending' || state === 'paused';
}

/** Display name of a campaign: its subject, else the beginning of its message. */
export function titleOf({ subject, body }: Pick<Campaign, 'subject' | 'body'>): string {
  return subject || body;
}

/** `Promotion · Nov 21, 2026`; of a promo code `RAINY-20 · Nov 21, 2026`. */
export function detailOf({ channel, kind, promoCode, createdAt }: Campaign): string {
  return `${promoCode ?? campaignKinds[channel][kind].name} · ${formatDay(dateOf(createdAt))}`;
}

/** `Nov 21, 2026, 9:05 PM`. */
export function dayAndTime(at: string): string {
  return `${formatDay(dateOf(at))}, ${formatTime(at)}`;
}

/** Outcomes of a campaign besides sent messages, above 0 only. */
export function otherOutcomes(campaign: Campaign): string {
  const { failed, unknown, excluded, optedOut, result } = campaign;
  const parts: [number, (count: string) => string][] = [
    [result?.redemptions ?? 0, campaignList.redeemed],
    [failed, campaignList.failed],
    [unknown, campaignList.unknown],
    [excluded, campaignList.excluded],
    [optedOut, campaignList.optedOut],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, textOf]) => textOf(formatCount(count)))
    .join(' · ');
}

/** Share of recipients with a final outcome, 0 to 1. */
export function settledShare({ recipients, waiting, sending }: Campaign): number {
  return recipients === 0 ? 1 : (recipients - waiting - sending) / recipients;
}

/** Why a recipient is excluded. */
export function exclusionText(reason: Exclusion | null): string {
  return (reason !== null && exclusion[reason]) || exclusion.other;
}

/** One sentence: `2 opted out, 1 same address twice`. */
export function exclusionSentence(excluded: readonly ExclusionCount[]): string {
  return excluded
    .map(
      ({ exclusion, count }) => `${formatCount(count)} ${exclusionText(exclusion).toLowerCase()}`,
    )
    .join(', ');
}

const outcomeStyle: Readonly<Record<RecipientOutcome['outcome'], BadgeStyle>> = {
  waiting: 'info',
  sending: 'info',
  sent: 'success',
  failed: 'danger',
  excluded: 'caution',
  unknown: 'caution',
};

/** Badge of a message's outcome; for a sent text, the provider's delivery report. */
export function outcomeBadge(row: RecipientOutcome): Badge {
  if (row.outcome === 'sent' && row.delivery !== null) {
    return row.delivery === 'delivered'
      ? { kind: 'success', label: outcome.delivered }
      : { kind: 'danger', label: outcome.undelivered };
  }
  if (row.outcome === 'excluded') {
    return { kind: outcomeStyle.excluded, label: exclusionText(row.exclusion) };
  }
  return { kind: outcomeStyle[row.outcome] ?? 'info', label: outcome[row.outcome] ?? row.outcome };
}

interface Person {
  firstName: string | null;
  lastName: string | null;
  address: string | null;
}

/** An email address unchanged, a phone number formatted. */
export function addressText(address: string | null): string {
  if (address === null) return '';
  return address.includes('@') ? address : formatPhone(address);
}

/** Display name of a guest: name, else address. */
export function personName({ firstName, lastName, address }: Person): string {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return name || addressText(address) || messages.campaignPage.nameless;
}

/** The address beside a name; empty if it is the name. */
export function secondaryAddress(person: Person): string {
  const address = addressText(person.address);
  return address === personName(person) ? '' : address;
}
