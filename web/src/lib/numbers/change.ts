import type { Preference } from '../figures';
import { formatCount, formatPoints } from './format';

/** A change between two spans, ready to be shown with sign, arrow and colour. */
export interface Change {
  direction: 'up' | 'down' | 'same';
  tone: 'good' | 'bad' | 'neutral';
  /** With its sign: `+12%`, `-1.4 pts`, `0%`. */
  text: string;
  /** In percent or in points, rounded as in the text. */
  by: number;
}

function change(difference: number, text: string, prefer: Preference): Change {
  const direction = difference > 0 ? 'up' : difference < 0 ? 'down' : 'same';
  if (direction === 'same' || prefer === 'neutral') {
    return { direction, tone: 'neutral', text, by: difference };
  }
  const good = (direction === 'up') === (prefer === 'more');
  return { direction, tone: good ? 'good' : 'bad', text, by: difference };
}

/**
 * Change of an amount or a count, in whole percent of the earlier value. `null` without an earlier value, or if that is
 * 0.
 */
export function relativeChange(
  current: number,
  before: number | null | undefined,
  prefer: Preference,
): Change | null {
  if (before === null || before === undefined || before === 0) {
    return null;
  }
  const percent = Math.round(((current - before) / Math.abs(before)) * 100) || 0;
  return change(percent, `${percent > 0 ? '+' : ''}${formatCount(percent)}%`, prefer);
}

/** Change of a percentage, in points with one decimal; `null` without a comparison. */
export function pointChange(
  current: number | null,
  before: number | null | undefined,
  prefer: Preference,
): Change | null {
  if (current === null || before === null || before === undefined) {
    return null;
  }
  const points = Math.round((current - before) * 10) / 10 || 0;
  return change(points, `${points > 0 ? '+' : ''}${formatPoints(points)} pts`, prefer);
}
