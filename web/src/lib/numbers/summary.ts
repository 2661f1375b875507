import { type FigureId, figureOf } from '../figures';
import { isBalance } from './balance';
import { type Change, pointChange, relativeChange } from './change';
import { figureIn, type Part, valueOver } from './value';

/** Figures by their name in the catalogue; `null` is a ratio without a whole. */
export type Amounts = Readonly<Partial<Record<FigureId, number | null>>>;

/** Fields of every row of a report beside its own figures. */
export interface ReportRow {
  posID: string;
  /** Whether the span of the row includes the day that is still running. */
  soFar: boolean;
  /** For a running day: its figures up to the quarter hour at which the comparisons end. */
  comparable: object | null;
  lastWeek: object | null;
  /** The days that the request compares with, and their figures. */
  compared?: object;
}

/** First and last business date of an earlier span, YYYY-MM-DD. */
export interface ComparedDays {
  startDate: string;
  endDate: string;
}

/** Fields of an answer's totals beside the figures themselves. */
export interface ReportTotal {
  soFar: boolean;
  lastWeek: ComparedTotal | null;
  /** The whole range, as the request compares it. */
  compared?: ComparedTotal & ComparedDays;
}

interface ComparedTotal {
  current: object;
  before: object;
}

/** A report's rows and totals. */
export interface ReportAnswer<R> {
  body: R[];
  total: ReportTotal;
  locationTotals: (ReportTotal & { posID: string })[];
}

/** Both sides of a comparison: rows with an earlier span, and that span. */
export interface Compared {
  current: Amounts;
  before: Amounts;
}

/** Figures of some rows, and of the compared span. */
export interface Summary {
  amounts: Amounts;
  /** `null` if no row has an earlier span. */
  lastWeek: Compared | null;
  /** As the request compares; `null` if no row has an earlier span. */
  compared: Compared | null;
  soFar: boolean;
}

function amountsOf(ids: readonly FigureId[], value: (id: FigureId) => number | null): Amounts {
  return Object.fromEntries(ids.map((id) => [id, value(id)]));
}

function compare(
  ids: readonly FigureId[],
  rows: readonly ReportRow[],
  earlier: 'lastWeek' | 'compared',
): Compared | null {
  const current: Part[] = [];
  const before: Part[] = [];
  for (const row of rows) {
    const then = row[earlier];
    if (then) {
      current.push({ posID: row.posID, figures: row.comparable ?? row });
      before.push({ posID: row.posID, figures: then });
    }
  }
  return before.length === 0
    ? null
    : {
        current: amountsOf(ids, (id) => valueOver(id, current)),
        before: amountsOf(ids, (id) => valueOver(id, before)),
      };
}

/**
 * Figures over rows that the server does not add up, such as the locations of one date. A comparison takes only rows
 * with an earlier span, on both sides, so that a location or an item without history does not look like growth.
 */
export function summarize(ids: readonly FigureId[], rows: readonly ReportRow[]): Summary {
  const parts = rows.map((row) => ({ posID: row.posID, figures: row }));
  return {
    amounts: amountsOf(ids, (id) => valueOver(id, parts)),
    lastWeek: compare(ids, rows, 'lastWeek'),
    compared: compare(ids, rows, 'compared'),
    soFar: rows.some((row) => row.soFar),
  };
}

/** A total of an answer. */
export function summaryOf(ids: readonly FigureId[], total: ReportTotal): Summary {
  const compared = (sides: ComparedTotal | null): Compared | null =>
    sides && {
      current: amountsOf(ids, (id) => figureIn(sides.current, id)),
      before: amountsOf(ids, (id) => figureIn(sides.before, id)),
    };
  return {
    amounts: amountsOf(ids, (id) => figureIn(total, id)),
    lastWeek: compared(total.lastWeek),
    compared: compared(total.compared ?? null),
    soFar: total.soFar,
  };
}

/** Figures that depend on the wages of shifts, which some POS systems do not send. */
const holdWages: readonly FigureId[] = [
  'GROSS_LABOR',
  'LABOR_PERCENT',
  'GROSS_PROFIT',
  'PRIME_COST',
  'PRIME_COST_PERCENT',
];

/** Whether a figure lacks the cost of some lines. */
function lacksCosts(id: FigureId, amounts: Amounts): boolean {
  return figureOf(id).holdsCost && (amounts.SALES_WITHOUT_COST ?? 0) !== 0;
}

/** Whether a figure lacks the wages of some shifts. */
export function lacksWages(id: FigureId, amounts: Amounts): boolean {
  return holdWages.includes(id) && (amounts.HOURS_WITHOUT_WAGE ?? 0) !== 0;
}

/** Whether a figure lacks some costs or wages. */
export function isIncomplete(id: FigureId, amounts: Amounts): boolean {
  return lacksCosts(id, amounts) || lacksWages(id, amounts);
}

/** What is open now: of a day that is over, nothing is, so its value says nothing about today's. */
const openNow: readonly FigureId[] = ['OPEN_CHECKS', 'OPEN_SALES'];

/** Whether a figure means something beside that of an earlier span. */
export function isComparable(id: FigureId): boolean {
  return !openNow.includes(id);
}

/** Change of a figure against an earlier span; `null` without a comparison. */
export function changeOf(id: FigureId, compared: Compared | null): Change | null {
  if (compared === null || !isComparable(id) || isBalance(id)) {
    return null;
  }
  const { current, before } = compared;
  if (isIncomplete(id, current) || isIncomplete(id, before)) {
    return null;
  }
  const { unit, prefer } = figureOf(id);
  const is = current[id] ?? null;
  const was = before[id] ?? null;
  if (unit === 'percent') {
    return pointChange(is, was, prefer);
  }
  return is === null ? null : relativeChange(is, was, prefer);
}
