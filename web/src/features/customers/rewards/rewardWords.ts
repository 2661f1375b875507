import type { Reward } from '@/api';
import { type BusinessDate, dateOf, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatPointsAndWorth } from '@/lib/points';

const words = messages.reward;

/** State of a reward. */
export type RewardState = 'open' | 'redeemed' | 'expired' | 'past';

/** State of a reward today. Points without an end are part of the balance from the start. */
export function stateOf(reward: Reward, today: BusinessDate): RewardState {
  const { redeemedAt, expired, validUntil, rewardPoint } = reward;
  if (redeemedAt !== null) {
    return 'redeemed';
  }
  if (expired) {
    return 'expired';
  }
  if (validUntil === null) {
    return rewardPoint > 0 ? 'past' : 'open';
  }
  return dateOf(validUntil) >= today ? 'open' : 'past';
}

/** Text of a reward: an item's name, or points. */
export function titleOf({ itemName, posItemID, rewardPoint }: Reward): string {
  return rewardPoint > 0
    ? formatPointsAndWorth(rewardPoint)
    : (itemName ?? posItemID ?? words.item);
}

/** Second line: end, sender, time, and the check that redeemed it. */
export function detailOf(reward: Reward, today: BusinessDate): string {
  const { validUntil, redeemedAt, redeemedByCheck, grantedAt, grantedBy } = reward;
  const day = (dateTime: string) => formatDay(dateOf(dateTime));
  const sent = words.sent(day(grantedAt), grantedBy);
  if (redeemedAt !== null) {
    return `${words.redeemedOn(day(redeemedAt), redeemedByCheck ?? '')} · ${sent}`;
  }
  if (validUntil === null) {
    return `${words.noEnd} · ${sent}`;
  }
  const end = dateOf(validUntil) >= today ? words.until : words.ended;
  return `${end(day(validUntil))} · ${sent}`;
}

/** Whether the guest got a message about it; `null` while unknown. */
export function messageState({ message }: Pick<Reward, 'message'>): string | null {
  if (message === null) {
    return null;
  }
  const { channel, outcome, exclusion } = message;
  const byChannel: Readonly<Record<string, string>> = words.messageSent;
  const byExclusion: Readonly<Record<string, string>> = words.messageNotSent;
  switch (outcome) {
    case 'sent':
      return byChannel[channel ?? ''] ?? words.messageSent.other;
    case 'failed':
      return words.messageFailed;
    case 'unknown':
      return words.messageUnknown;
    default:
      return byExclusion[exclusion ?? ''] ?? words.messageNotSent.other;
  }
}
