import type { RefObject } from 'react';
import { type ApiError, isApiError, isTooFast, type SentReward } from '@/api';
import { MESSAGE_MAX } from '@/components/form/MessageField';
import { addDays, type BusinessDate, daysBetween, endOfDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { MOST_POINTS, parsePoints } from '@/lib/points';
import { fieldMessage } from '@/lib/validation/fieldMessage';

const words = messages.sendReward;

/** Days for which a reward is valid by default. */
const DEFAULT_DAYS = 30;
/** Most days until a reward's end: five years. */
const MOST_DAYS = 5 * 366;

/** Values of every reward. */
export interface RewardValues {
  message: string;
  /** The last day; empty: it does not end. */
  validUntil: BusinessDate | '';
}

/** Initial values of the form. */
export function initialReward(today: BusinessDate): RewardValues {
  return { message: '', validUntil: addDays(today, DEFAULT_DAYS) };
}

/** Problem of the points; `null` if valid. */
export function checkPoints(typed: string): string | null {
  const points = parsePoints(typed);
  return points !== null && points >= 1 && points <= MOST_POINTS ? null : words.pointsInvalid;
}

/** Problem of the message; `null` if valid. */
export function checkMessage(typed: string): string | null {
  const text = typed.trim();
  const plain = !/\p{Cc}/u.test(text.replace(/[\r\n]/g, ''));
  return plain && text.length <= MESSAGE_MAX ? null : words.messageInvalid;
}

/** Problem of the last day; `null` if valid. */
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

/** Checks of every reward's values; only the input itself knows half a date. */
export function rewardChecks(today: BusinessDate, date: RefObject<HTMLInputElement | null>) {
  return {
    message: checkMessage,
    validUntil: (typed: string) =>
      date.current?.validity.badInput ? words.validUntilInvalid : checkValidUntil(typed, today),
  };
}

/** Values of every reward as the API takes them. */
export function rewardFields({ message, validUntil }: RewardValues) {
  return {
    rewardMessage: message.trim(),
    validUntil: validUntil === '' ? null : endOfDay(validUntil),
    userInformationID: 0,
  };
}

/** Fields of the API by the form's names. */
const formField: Readonly<Record<string, 'points' | 'message' | 'validUntil'>> = {
  rewardPoint: 'points',
  rewardMessage: 'message',
  validUntil: 'validUntil',
};

/** Why a reward was not sent, as a form shows it. */
export interface Refusal {
  /** Shown at this field of the form; else above it. */
  field: 'points' | 'message' | 'validUntil' | null;
  text: string | null;
  /** An earlier try with other contents succeeded: the next one is another reward. */
  alreadySent: boolean;
  error: unknown;
}

/** Why a reward was not sent. */
export function refusalOf(error: unknown): Refusal {
  const apiError: ApiError | null = isApiError(error) ? error : null;
  if (apiError?.status === 409) {
    return { field: null, text: words.alreadySent, alreadySent: true, error };
  }
  const field = formField[apiError?.field ?? ''] ?? null;
  const label = field === null ? messages.guest.title : words[field];
  // Too many calls are named by the toast.
  const message = isTooFast(error) ? '' : (apiError?.message ?? '');
  return { field, text: fieldMessage(label, message) || null, alreadySent: false, error };
}

/** Why a guest gets no message about a reward; `null` if they do, or while unknown. */
export function notNotifiedWords({
  notified,
  exclusion,
}: Pick<SentReward, 'notified' | 'exclusion'>): string | null {
  const reasons: Readonly<Record<string, string>> = messages.sendReward.notNotified;
  return notified === false
    ? (reasons[exclusion ?? ''] ?? messages.sendReward.notNotified.other)
    : null;
}
