import type { Reward } from '@/api';
import { type BusinessDate, dateOf, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatPointsAndWorth } from '@/lib/points';

const words = messages.reward;

/** How a reward stands. */
export type RewardState = 'open' | 'redeemed' | 'expired' | 'past';

/**
 * How a reward stands today. Points without an end are part of the balance from the start: nothing
 * of them is left to wait for.
 */
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

/** What was given: an item's name, or points. */
export function titleOf({ itemName, posItemID, rewardPoint }: Reward): string {
  return rewardPoint > 0
    ? formatPointsAndWorth(rewardPoint)
    : (itemName ?? posItemID ?? words.item);
}

/** Second line: its end, who sent it when, and the check that redeemed it. */
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

/** Whether the guest was told of it by message; `null` where that is not known (yet). */
export function toldOf({ message }: Pick<Reward, 'message'>): string | null {
  if (message === null) {
    return null;
  }
  const { channel, outcome, exclusion } = message;
  const told: Readonly<Record<string, string>> = words.told;
  const notTold: Readonly<Record<string, string>> = words.notTold;
  switch (outcome) {
    case 'sent':
      return told[channel ?? ''] ?? words.told.other;
    case 'failed':
      return words.tellingFailed;
    case 'unknown':
      return words.tellingUnknown;
    default:
      return notTold[exclusion ?? ''] ?? words.notTold.other;
  }
}
