import { messages } from '@/lib/messages';
import { formatMoney, formatWholeMoney } from '@/lib/money';
import {
  type Change,
  costPercentOf,
  type DailyAmounts,
  type DailySummary,
  formatCount,
  formatPercent,
  laborPercentOf,
  pointChange,
  relativeChange,
} from '@/lib/numbers';

/** One of the figures under today's sales. */
export interface Figure {
  key: 'laborPercent' | 'costPercent' | 'grossProfit' | 'checks' | 'grossCover' | 'averageCheck';
  label: string;
  value: string;
  change: Change | null;
  /** What the figure lacks: 'incomplete', 'so far'. */
  note: string | null;
}

function percent(value: number | null): string {
  return value === null ? messages.figures.none : formatPercent(value);
}

/** Net sales for each check; `null` without checks. */
function averageCheckOf({ netSales, checks }: DailyAmounts): number | null {
  return checks === 0 ? null : netSales / checks;
}

/** Figures of the day, each against the same weekday a week earlier up to the same quarter hour. */
export function glanceFigures({ amounts, compared, openShifts }: DailySummary): Figure[] {
  const words = messages.figures;
  const lastWeek = compared?.lastWeek;
  const current = compared?.current ?? amounts;
  const incomplete = amounts.salesWithoutCost !== 0 ? words.incomplete : null;
  // Costs that are known of one side only say nothing about the other.
  const costCompared =
    compared !== null &&
    compared.current.salesWithoutCost === 0 &&
    compared.lastWeek.salesWithoutCost === 0;
  const average = averageCheckOf(amounts);
  const currentAverage = averageCheckOf(current);
  const soFar = openShifts > 0 ? words.soFar : null;
  return [
    {
      key: 'laborPercent',
      label: words.laborPercent,
      value: percent(laborPercentOf(amounts)),
      change: pointChange(laborPercentOf(current), lastWeek && laborPercentOf(lastWeek), 'less'),
      note: soFar,
    },
    {
      key: 'costPercent',
      label: words.costPercent,
      value: percent(costPercentOf(amounts)),
      change: costCompared
        ? pointChange(costPercentOf(current), lastWeek && costPercentOf(lastWeek), 'less')
        : null,
      note: incomplete,
    },
    {
      key: 'grossProfit',
      label: words.grossProfit,
      value: formatWholeMoney(amounts.grossProfit),
      change: costCompared
        ? relativeChange(current.grossProfit, lastWeek?.grossProfit, 'more')
        : null,
      note: incomplete ?? soFar,
    },
    {
      key: 'checks',
      label: words.checks,
      value: formatCount(amounts.checks),
      change: relativeChange(current.checks, lastWeek?.checks, 'more'),
      note: null,
    },
    {
      key: 'grossCover',
      label: words.grossCover,
      value: formatCount(amounts.grossCover),
      change: relativeChange(current.grossCover, lastWeek?.grossCover, 'more'),
      note: null,
    },
    {
      key: 'averageCheck',
      label: messages.glance.averageCheck,
      value: average === null ? words.none : formatMoney(average),
      change:
        currentAverage === null
          ? null
          : relativeChange(currentAverage, lastWeek && averageCheckOf(lastWeek), 'more'),
      note: null,
    },
  ];
}
