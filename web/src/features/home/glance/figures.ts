import { messages } from '@/lib/messages';
import { formatWholeMoney } from '@/lib/money';
import { type Change, changeOf, formatFigure, isIncomplete, type Summary } from '@/lib/numbers';
import { nothingSold } from '../today/today';

/** The current figures under today's sales. */
export const glanceIds = [
  'LABOR_PERCENT',
  'COST_PERCENT',
  'GROSS_PROFIT',
  'CHECKS',
  'GROSS_COVER',
] as const;

/** One of them. */
export interface Figure {
  id: (typeof glanceIds)[number];
  value: string;
  change: Change | null;
  /** Note on the figure: 'incomplete'. */
  note: string | null;
}

/**
 * Figures of the day, each against the same weekday a week earlier up to the same quarter hour. Before the first sale
 * nothing is judged: labor without sales is how each day begins.
 */
export function glanceFigures({ amounts, lastWeek }: Summary): Figure[] {
  const isOpen = !nothingSold(amounts);
  return glanceIds.map((id) => ({
    id,
    value:
      id === 'GROSS_PROFIT' ? formatWholeMoney(amounts[id] ?? 0) : formatFigure(id, amounts[id]),
    change: isOpen ? changeOf(id, lastWeek) : null,
    note: isIncomplete(id, amounts) ? messages.figures.incomplete : null,
  }));
}
