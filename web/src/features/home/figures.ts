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

/** One of the four figures under today's sales. */
export interface Figure {
  key: 'labor' | 'cost' | 'profit' | 'covers';
  label: string;
  value: string;
  change: Change | null;
  /** What the figure lacks: 'incomplete', 'so far'. */
  note: string | null;
}

function percent(value: number | null): string {
  return value === null ? messages.figures.none : formatPercent(value);
}

/** Labor %, cost %, profit and covers of the day, each against the same weekday a week earlier. */
export function fourFigures({ amounts, compared, openShifts }: DailySummary): Figure[] {
  const words = messages.figures;
  const lastWeek = compared?.lastWeek;
  const current = compared?.current ?? amounts;
  const incomplete = amounts.salesWithoutCost !== 0 ? words.incomplete : null;
  // Costs that are known of one side only say nothing about the other.
  const costCompared =
    compared !== null &&
    compared.current.salesWithoutCost === 0 &&
    compared.lastWeek.salesWithoutCost === 0;
  const soFar = openShifts > 0 ? words.soFar : null;
  return [
    {
      key: 'labor',
      label: words.laborPercent,
      value: percent(laborPercentOf(amounts)),
      change: pointChange(laborPercentOf(current), lastWeek && laborPercentOf(lastWeek), 'less'),
      note: soFar,
    },
    {
      key: 'cost',
      label: words.costPercent,
      value: percent(costPercentOf(amounts)),
      change: costCompared
        ? pointChange(costPercentOf(current), lastWeek && costPercentOf(lastWeek), 'less')
        : null,
      note: incomplete,
    },
    {
      key: 'profit',
      label: words.grossProfit,
      value: formatWholeMoney(amounts.grossProfit),
      change: costCompared
        ? relativeChange(current.grossProfit, lastWeek?.grossProfit, 'more')
        : null,
      note: incomplete ?? soFar,
    },
    {
      key: 'covers',
      label: words.grossCover,
      value: formatCount(amounts.grossCover),
      change: relativeChange(current.grossCover, lastWeek?.grossCover, 'more'),
      note: null,
    },
  ];
}
