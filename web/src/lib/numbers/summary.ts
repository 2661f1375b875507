import { type FigureId, figureOf } from '../figures';
import { sumMoney } from '../money';
import { type Change, pointChange, relativeChange } from './change';

/** Figures by their name in the catalogue; `null` is a ratio of nothing. */
export type Amounts = Readonly<Partial<Record<FigureId, number | null>>>;

/** What every row of a report carries beside its own figures. */
export interface ReportRow {
  posID: string;
  /** Its span holds the day that is still running. */
  soFar: boolean;
  /** Of a running day: its own figures up to the quarter hour that the comparisons end at. */
  comparable: object | null;
  lastWeek: object | null;
  lastYear: object | null;
}

/** Both sides of a comparison: the rows that have an earlier span, and that span. */
export interface Compared {
  current: Amounts;
  before: Amounts;
}

/** Rows added up. */
export interface Summary {
  amounts: Amounts;
  /** `null` where no row has an earlier span. */
  lastWeek: Compared | null;
  lastYear: Compared | null;
  soFar: boolean;
}

/** Figures of one location, whatever the rest of the object is. */
interface Part {
  posID: string;
  figures: object;
}

/** Ratios do not add up: they are made anew from what does. */
const ratios: Partial<Record<FigureId, { part: FigureId; whole: FigureId; scale: number }>> = {
  LABOR_PERCENT: { part: 'GROSS_LABOR', whole: 'NET_SALES', scale: 100 },
  COST_PERCENT: { part: 'GROSS_COST', whole: 'NET_SALES', scale: 100 },
  AVERAGE_CHECK: { part: 'NET_SALES', whole: 'CHECKS', scale: 1 },
  AVERAGE_MINUTES: { part: 'TABLE_MINUTES', whole: 'CHECKS', scale: 1 },
  SALES_PER_COVER: { part: 'NET_SALES', whole: 'GROSS_COVER', scale: 1 },
};

/** Say little while items lack their cost. */
const needCost: readonly FigureId[] = ['GROSS_COST', 'GROSS_PROFIT', 'ITEM_PROFIT', 'COST_PERCENT'];

/** Whether a figure of several rows is the sum of theirs. */
export function addsUp(id: FigureId): boolean {
  return ratios[id] === undefined && id !== 'SALES_PER_LABOR_HOUR';
}

function figureIn(figures: object, id: FigureId): number | null {
  const value = (figures as Readonly<Record<string, unknown>>)[figureOf(id).key];
  return typeof value === 'number' ? value : null;
}

/** Money in whole cents; quantities and hours have three decimals at most. */
function sumOf(id: FigureId, parts: readonly Part[]): number {
  const values = parts.map(({ figures }) => figureIn(figures, id) ?? 0);
  return figureOf(id).unit === 'money'
    ? sumMoney(values)
    : Math.round(values.reduce((sum, value) => sum + value, 0) * 1000) / 1000;
}

/**
 * Sales per labor hour of several rows. A row states its location's net sales for each of its own
 * hours: the sales of a location follow from whichever row states them most precisely, and count
 * once.
 */
function salesPerLaborHour(parts: readonly Part[]): number | null {
  const best = new Map<string, { rate: number; sales: number }>();
  let hours = 0;
  for (const { posID, figures } of parts) {
    const rate = figureIn(figures, 'SALES_PER_LABOR_HOUR');
    const worked = figureIn(figures, 'HOURS') ?? 0;
    hours += worked;
    if (rate !== null && Math.abs(rate) >= Math.abs(best.get(posID)?.rate ?? 0)) {
      best.set(posID, { rate, sales: rate * worked });
    }
  }
  const sales = [...best.values()].reduce((sum, location) => sum + location.sales, 0);
  return hours === 0 || best.size === 0 ? null : sales / hours;
}

/** Adds up each figure over rows of any locations. */
export function addFigures(ids: readonly FigureId[], parts: readonly Part[]): Amounts {
  const one = (id: FigureId): number | null => {
    const ratio = ratios[id];
    if (ratio !== undefined) {
      const whole = sumOf(ratio.whole, parts);
      return whole === 0 ? null : (sumOf(ratio.part, parts) / whole) * ratio.scale;
    }
    return id === 'SALES_PER_LABOR_HOUR' ? salesPerLaborHour(parts) : sumOf(id, parts);
  };
  return Object.fromEntries(ids.map((id) => [id, one(id)]));
}

function compare(
  ids: readonly FigureId[],
  rows: readonly ReportRow[],
  earlier: 'lastWeek' | 'lastYear',
): Compared | null {
  const current: Part[] = [];
  const before: Part[] = [];
  for (const row of rows) {
    const then = row[earlier];
    if (then !== null) {
      current.push({ posID: row.posID, figures: row.comparable ?? row });
      before.push({ posID: row.posID, figures: then });
    }
  }
  return before.length === 0
    ? null
    : { current: addFigures(ids, current), before: addFigures(ids, before) };
}

/**
 * Adds up rows of a report. A comparison takes only rows that have an earlier span, on both sides,
 * so that a location or an item without history does not look like growth.
 */
export function summarize(ids: readonly FigureId[], rows: readonly ReportRow[]): Summary {
  return {
    amounts: addFigures(
      ids,
      rows.map((row) => ({ posID: row.posID, figures: row })),
    ),
    lastWeek: compare(ids, rows, 'lastWeek'),
    lastYear: compare(ids, rows, 'lastYear'),
    soFar: rows.some((row) => row.soFar),
  };
}

function lacksCost(amounts: Amounts): boolean {
  return (amounts.SALES_WITHOUT_COST ?? 0) !== 0;
}

/** Whether a figure lacks the cost of some lines. */
export function isIncomplete(id: FigureId, amounts: Amounts): boolean {
  return needCost.includes(id) && lacksCost(amounts);
}

/** A figure against an earlier span, like with like; `null` where there is nothing to compare. */
export function changeOf(id: FigureId, compared: Compared | null): Change | null {
  if (compared === null) {
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
