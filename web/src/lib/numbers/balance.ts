import type { FigureId } from '../figures';

/** Figures that are best at 0 and lie on both sides of it. */
const balances: readonly FigureId[] = ['CASH_OVER_SHORT'];

/**
 * Whether a figure is best at 0 and lies on both sides of it: over or short. Its parts may cancel out, so that it has no
 * shares and no change in percent, and what is furthest from 0 comes first.
 */
export function isBalance(id: FigureId): boolean {
  return balances.includes(id);
}
