import type { DailyRow } from '@/api';
import type { FigureId } from '@/lib/figures';
import { salesHistoryPath } from '@/lib/paths';
import { amountOf, membersOf } from '../rows/members';

const FIGURE = 'OUT_OF_BALANCE' satisfies FigureId;

/**
 * Where the checks of rows that do not add up are listed; `undefined` if all add up. The list shows one location: the one
 * that is furthest out of balance.
 */
export function exceptionsPath(
  rows: readonly DailyRow[],
  days: { from: string; to: string },
): string | undefined {
  const locations = membersOf(rows, [FIGURE], FIGURE, ({ posID }) => ({ key: posID, name: posID }));
  const distance = (at: (typeof locations)[number]) => Math.abs(amountOf(at, FIGURE));
  const [furthest] = locations.sort((a, b) => distance(b) - distance(a));
  return furthest === undefined || distance(furthest) === 0
    ? undefined
    : salesHistoryPath({ ...days, posID: furthest.key, exceptions: true });
}
