import { messages } from '@/lib/messages';
import { formatWholeMoney } from '@/lib/money';
import {
  type Change,
  costPercentOf,
  type DailySummary,
  formatCount,
  formatPercent,
  laborPercentOf,
  pointChange,
  relativeChange,
} from '@/lib/numbers';

/** The figures under today's sales, as they stand. */
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
  /** What the figure lacks: 'incomplete'. */
  note: string | null;
}

function percent(value: number | null): string {
  return value === null ? messages.figures.none : formatPercent(value);
}

/** Figures of the day, each against the same weekday a week earlier up to the same quarter hour. */
export function glanceFigures({ amounts, compared }: DailySummary): Figure[] {
  const words = messages.figures;
  const lastWeek = compared?.lastWeek;
  const current = compared?.current ?? amounts;
  const incomplete = amounts.salesWithoutCost !== 0 ? words.incomplete : null;
  // Costs that are known of one side only say nothing about the other.
  const costCompared =
    compared !== null &&
    compared.current.salesWithoutCost === 0 &&
    compared.lastWeek.salesWithoutCost === 0;
  return [
    {
      id: 'LABOR_PERCENT',
      value: percent(laborPercentOf(amounts)),
      change: pointChange(laborPercentOf(current), lastWeek && laborPercentOf(lastWeek), 'less'),
      note: null,
    },
    {
      id: 'COST_PERCENT',
      value: percent(costPercentOf(amounts)),
      change: costCompared
        ? pointChange(costPercentOf(current), lastWeek && costPercentOf(lastWeek), 'less')
        : null,
      note: incomplete,
    },
    {
      id: 'GROSS_PROFIT',
      value: formatWholeMoney(amounts.grossProfit),
      change: costCompared
        ? relativeChange(current.grossProfit, lastWeek?.grossProfit, 'more')
        : null,
      note: incomplete,
    },
    {
      id: 'CHECKS',
      value: formatCount(amounts.checks),
      change: relativeChange(current.checks, lastWeek?.checks, 'more'),
      note: null,
    },
    {
      id: 'GROSS_COVER',
      value: formatCount(amounts.grossCover),
      change: relativeChange(current.grossCover, lastWeek?.grossCover, 'more'),
      note: null,
    },
  ];
}
