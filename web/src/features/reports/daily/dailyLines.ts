import type { ShareRow } from '@/components/data-list';
import { type FigureId, figureOf } from '@/lib/figures';
import { changeOf, formatFigure, type Summary } from '@/lib/numbers';
import { flagsOf, joined, memberLines, runningOf, shareOf } from '../list/lines';
import type { Member } from '../rows/members';

/** A line for each date; a running one is marked. */
export function dateLines(main: FigureId, dates: readonly Member[], total: Summary): ShareRow[] {
  return memberLines(main, dates, total, { flags: runningOf });
}

/** Parts of gross sales have a bar; the other figures do not. */
export const partsOfSales = [
  'GROSS_DISCOUNTS',
  'GROSS_REWARD_USED',
  'GROSS_COST',
  'GROSS_LABOR',
  'GROSS_PROFIT',
] as const satisfies readonly FigureId[];

const otherFigures = [
  'LABOR_PERCENT',
  'COST_PERCENT',
  'NET_SALES',
  'GROSS_TAX',
  'GROSS_TIPS',
  'GROSS_VOIDS',
  'GROSS_PAYMENT',
  'GROSS_COVER',
  'CHECKS',
] as const satisfies readonly FigureId[];

/** A line for a figure of a span, with its definition. */
function figureLine(id: FigureId, summary: Summary): ShareRow {
  return {
    key: id,
    name: figureOf(id).label,
    figure: id,
    detail: joined(flagsOf(id, summary)),
    value: formatFigure(id, summary.amounts[id]),
    change: changeOf(id, summary.compared),
  };
}

/** All figures of a span, gross sales first. */
export function figureLines(summary: Summary): { total: ShareRow; rows: ShareRow[] } {
  const whole = summary.amounts.GROSS_SALES ?? 0;
  return {
    total: figureLine('GROSS_SALES', summary),
    rows: [
      ...partsOfSales.map((id) => ({
        ...figureLine(id, summary),
        share: shareOf(summary.amounts[id] ?? 0, whole),
      })),
      ...otherFigures.map((id) => figureLine(id, summary)),
    ],
  };
}
