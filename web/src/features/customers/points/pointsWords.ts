import type { PointsEntry } from '@/api';
import { checkNumber } from '@/lib/ids/checkNumber';
import { messages } from '@/lib/messages';

const words = messages.reward;

/** Text of a movement of points, with its check. */
export function movementOf({ kind, points, posCheckID }: PointsEntry): string {
  const text = {
    earned: points < 0 ? words.takenBack : words.earned,
    spent: points > 0 ? words.givenBack : words.spent,
    granted: words.granted,
    expired: points > 0 ? words.spentInTime : words.expired,
    merged: words.merged,
  }[kind];
  return posCheckID === null ? text : `${text} · ${words.onCheck(checkNumber(posCheckID))}`;
}
