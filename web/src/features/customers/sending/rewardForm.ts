import type { RefObject } from 'react';
import { type ApiError, isApiError, type SentReward } from '@/api';
import { MESSAGE_MAX } from '@/components/form/MessageField';
import { addDays, type BusinessDate, daysBetween, endOfDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { MOST_POINTS, parsePoints } from '@/lib/points';

const words = messages.sendReward;

/** Days that a reward is good for unless its sender says otherwise. */
const DEFAULT_DAYS = 30;
/** Days ahead that a reward may end at most: five years. */
const MOST_DAYS = 5 * 366;

/** What every reward is sent with. */
export interface RewardValues {
  message: string;
  /** The last day; empty: it does not end. */
  validUntil: BusinessDate | '';
}

/** A reward as its form shows it first. */
export function initialReward(today: BusinessDate): RewardValues {
  return { message: '', validUntil: addDays(today, DEFAULT_DAYS) };
}

/** Why the points cannot be sent; `null` where they can. */
export function checkPoints(typed: string): string | null {
  const points = parsePoints(typed);
  return points !== null && points >= 1 && points <= MOST_POINTS ? null : words.pointsInvalid;
}

/** Why the message cannot be sent; `null` where it can. */
export function checkMessage(typed: string): string | null {
  const text = typed.trim();
  const plain = !/\p{Cc}/u.test(text.replace(/[\r\n]/g, ''));
  return plain && text.length <= MESSAGE_MAX ? null : words.messageInvalid;
}

/** Why the reward cannot end then; `null` where it can. */
export function checkValidUntil(date: string, today: BusinessDate): string | null {
  if (date === '') {
    return null;
  }
  // Years of five digits can be typed too.
  if (date.length > today.length) {
    return words.validUntilFar;
  }
  if (date < today) {
    return words.validUntilPast;
  }
  return daysBetween(today, date) - 1 <= MOST_DAYS ? null : words.validUntilFar;
}

/** The checks of what every reward is sent with; half a date is told by its input alone. */
export function rewardChecks(today: BusinessDate, date: RefObject<HTMLInputElement | null>) {
  return {
    message: checkMessage,
    validUntil: (typed: string) =>
      date.current?.validity.badInput ? words.validUntilInvalid : checkValidUntil(typed, today),
  };
}

/** What every reward is sent with, as the API takes it. */
export function rewardFields({ message, validUntil }: RewardValues) {
  return {
    rewardMessage: message.trim(),
    validUntil: validUntil === '' ? null : endOfDay(validUntil),
    userInformationID: 0,
  };
}

/** Fields of the API that stand in a form, by the form's names. */
const formField: Readonly<Record<string, 'points' | 'message' | 'validUntil'>> = {
  rewardPoint: 'points',
  rewardMessage: 'message',
  validUntil: 'validUntil',
};

/** What a form says about a reward that was not sent. */
export interface Refusal {
  /** At this field of the form; else above it. */
  field: 'points' | 'message' | 'validUntil' | null;
  text: string | null;
  /** An earlier try with other contents got through: what is sent next is another reward. */
  alreadySent: boolean;
}

/** Why a reward was not sent. */
export function refusalOf(error: unknown): Refusal {
  const said: ApiError | null = isApiError(error) ? error : null;
  if (said?.status === 409) {
    return { field: null, text: words.alreadySent, alreadySent: true };
  }
  const field = formField[said?.field ?? ''] ?? null;
  return { field, text: said?.message || null, alreadySent: false };
}

/** That a guest is not told of a reward, and why; `null`: they are, or it is not known yet. */
export function notNotifiedWords({
  notified,
  exclusion,
}: Pick<SentReward, 'notified' | 'exclusion'>): string | null {
  const reasons: Readonly<Record<string, string>> = messages.sendReward.notNotified;
  return notified === false
    ? (reasons[exclusion ?? ''] ?? messages.sendReward.notNotified.other)
    : null;
}
