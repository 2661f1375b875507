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

/** From sales to what was collected: each line is added to those above it, or taken off, and payments are their sum. */
const fromSalesToPayments = [
  'GROSS_DISCOUNTS',
  'NET_SALES',
  'GROSS_REWARD_USED',
  'GROSS_SERVICE_CHARGES',
  'GROSS_GRATUITY',
  'GROSS_DEFERRED',
  'GROSS_TAX',
  'GROSS_ROUNDING',
  'GROSS_TIPS',
  'OUT_OF_BALANCE',
  'GROSS_PAYMENT',
  'GROSS_REDEEMED',
] as const satisfies readonly FigureId[];

const fromSalesToProfit = [
  'GROSS_COST',
  'GROSS_LABOR',
  'GROSS_PROFIT',
  'PRIME_COST',
  'LABOR_PERCENT',
  'COST_PERCENT',
  'PRIME_COST_PERCENT',
  'HOURS_WITHOUT_WAGE',
] as const satisfies readonly FigureId[];

const otherFigures = [
  'GROSS_VOIDS',
  'MARKETPLACE_TAX',
  'GROSS_COVER',
  'CHECKS',
  'OPEN_CHECKS',
  'OPEN_SALES',
] as const satisfies readonly FigureId[];

/** Figures that are taken off in the sum of payments. */
const takenOff: readonly FigureId[] = ['GROSS_DISCOUNTS', 'GROSS_REWARD_USED'];

function negated(amount: number | null | undefined): number | null | undefined {
  return amount ? -amount : amount;
}

/** A line for a figure of a span, with its definition. */
function figureLine(id: FigureId, summary: Summary): ShareRow {
  return {
    key: id,
    name: figureOf(id).label,
    figure: id,
    detail: joined(flagsOf(id, summary)),
    value: formatFigure(
      id,
      takenOff.includes(id) ? negated(summary.amounts[id]) : summary.amounts[id],
    ),
    change: changeOf(id, summary.compared),
  };
}

/**
 * All figures of a span, gross sales first: down to what was collected, down to profit, and the others. `paths` are where
 * figures lead.
 */
export function figureLines(
  summary: Summary,
  paths: Readonly<Partial<Record<FigureId, string | undefined>>> = {},
): { total: ShareRow; rows: ShareRow[] } {
  const whole = summary.amounts.GROSS_SALES ?? 0;
  const isPart = (id: FigureId) => (partsOfSales as readonly FigureId[]).includes(id);
  const shown = [...fromSalesToPayments, ...fromSalesToProfit, ...otherFigures].filter(
    (id) => !figureOf(id).rare || (summary.amounts[id] ?? 0) !== 0,
  );
  return {
    total: figureLine('GROSS_SALES', summary),
    rows: shown.map((id) => ({
      ...figureLine(id, summary),
      to: paths[id],
      ...(isPart(id) && { share: shareOf(summary.amounts[id] ?? 0, whole) }),
    })),
  };
}
