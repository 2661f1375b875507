import { type FigureId, figureOf, reportOf } from '@/lib/figures';
import { type Change, formatFigure, type Summary } from '@/lib/numbers';

/** The figures of a report's headline. */
export interface HeadlineFigures {
  /** The figures of the report's rows. */
  ids: readonly FigureId[];
  /** Large, with its change. */
  main: FigureId;
  /** Under it, four at most. */
  others: readonly FigureId[];
}

/** A figure under the headline. */
export interface HeadlineCell {
  key: string;
  label: string;
  /** `null` while it is unknown. */
  value: string | null;
  tone?: Change['tone'];
}

const ofDays: readonly FigureId[] = ['GROSS_SALES', 'GROSS_LABOR', 'GROSS_COST', 'GROSS_PROFIT'];
/** Stand where the main figure would stand twice. */
const instead: Readonly<Partial<Record<FigureId, FigureId>>> = {
  GROSS_LABOR: 'LABOR_PERCENT',
  GROSS_COST: 'COST_PERCENT',
};
const { figureIds } = reportOf('Daily');

/** The headline of a figure of days: sales, labor, cost and profit under it. */
export function dailyHeadline(main: FigureId): HeadlineFigures {
  return {
    ids: figureIds,
    main,
    others: ofDays.map((id) => (id === main ? (instead[id] ?? 'NET_SALES') : id)),
  };
}

/** Figures under the headline, without a value while they load. */
export function headlineCells(
  ids: readonly FigureId[],
  summary: Pick<Summary, 'amounts'> | null,
): HeadlineCell[] {
  return ids.map((id) => ({
    key: id,
    label: figureOf(id).label,
    value: summary && formatFigure(id, summary.amounts[id]),
  }));
}
