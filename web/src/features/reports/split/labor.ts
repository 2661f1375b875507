import type { HourlyRow, LaborRow } from '@/api';
import type { Slide } from '@/components/charts';
import { reportOf } from '@/lib/figures';
import { messages } from '@/lib/messages';
import {
  formatPercent,
  isIncomplete,
  pointChange,
  type ReportAnswer,
  type Summary,
  summaryOf,
} from '@/lib/numbers';
import { orderedSlide } from '../chart/slides';
import type { HeadlineCell, HeadlineFigures } from '../headline/headlines';
import type { Member } from '../rows/members';

const words = messages.reportWords;
const { figureIds } = reportOf('Labor');

/** Percent of sales beyond which bars are cut: an hour with hardly any sales would dwarf the others. */
const MOST_PERCENT = 100;
/** Most names of people in a line. */
const MOST_NAMES = 4;

/** Labor as a percentage of the sales of each hour, beside the target. */
export function laborPercentSlide(
  members: readonly Member[],
  target: number | null | undefined,
): Slide {
  return orderedSlide({
    key: 'labor-percent',
    title: words.laborByHour,
    names: words.hour,
    members,
    figures: ['LABOR_PERCENT'],
    most: MOST_PERCENT,
    target:
      typeof target === 'number'
        ? { name: words.target(formatPercent(target)), value: target }
        : undefined,
  });
}

/** The figures of the labor report's headline; without a target the hours stand in its place. */
export function laborHeadline(target: number | null | undefined): HeadlineFigures {
  return {
    ids: figureIds,
    main: 'LABOR_PERCENT',
    others: [
      ...(target === null ? (['HOURS'] as const) : []),
      'OVERTIME_HOURS',
      'NOT_CLOCKED_OUT',
      'GROSS_LABOR',
    ],
  };
}

/** The total of the labor report, with the labor percentage of the same span by hour. */
export function laborSummary(
  { total }: ReportAnswer<LaborRow>,
  hours: ReportAnswer<HourlyRow> | undefined,
): Summary {
  const own = summaryOf(figureIds, total);
  const percent = hours && summaryOf(['LABOR_PERCENT', 'HOURS_WITHOUT_WAGE'], hours.total);
  return {
    ...own,
    amounts: { ...own.amounts, ...percent?.amounts },
    compared: percent?.compared ?? null,
  };
}

/** How far labor is from its target; nothing while some wages are missing. */
export function targetCell(
  summary: Summary | null,
  target: number | null | undefined,
): HeadlineCell[] {
  if (target === null) return [];
  if (target === undefined || summary === null) {
    return [{ key: 'target', label: words.againstTarget, value: null }];
  }
  const { amounts } = summary;
  const percent = isIncomplete('LABOR_PERCENT', amounts) ? null : (amounts.LABOR_PERCENT ?? null);
  const change = pointChange(percent, target, 'less');
  const label = words.againstTargetOf(formatPercent(target));
  return [
    {
      key: 'target',
      label,
      value: change?.text ?? messages.figures.none,
      ...(change && { tone: change.tone }),
    },
  ];
}

/** The people who have not clocked out; undefined if all have. */
export function notClockedOut(rows: readonly LaborRow[]): string | undefined {
  const names = [
    ...new Set(rows.filter((row) => row.notClockedOut > 0).map((row) => row.employeeName)),
  ];
  if (names.length === 0) return undefined;
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return words.notClockedOutAre(shown, names.length - Math.min(names.length, MOST_NAMES));
}
