import type { FigureId } from '../figures';
import { addFigures } from './summary';

/** Figures of a business day that add up over days and locations. Amounts in dollars. */
export interface DailyAmounts {
  grossSales: number;
  grossProfit: number;
  grossCost: number;
  grossLabor: number;
  grossDiscounts: number;
  grossTax: number;
  grossVoids: number;
  grossTips: number;
  grossRewardUsed: number;
  grossPayment: number;
  netSales: number;
  /** Sales of lines that carry no cost: where it is not 0, cost and profit are incomplete. */
  salesWithoutCost: number;
  /** Guests. */
  grossCover: number;
  checks: number;
}

/** A row of a daily report, as far as summing needs it. */
export interface DailyFacts extends DailyAmounts {
  /** The same figures a week earlier; of a running day up to the last finished quarter of an hour. */
  lastWeek: DailyAmounts | null;
  /** While a day runs: its own figures up to that quarter, which `lastWeek` is set against. */
  comparable?: DailyAmounts | null | undefined;
  /** Shifts that are still running: labor grows with the clock. */
  openShifts: number;
  soFar: boolean;
}

/** Days and locations added up. */
export interface DailySummary {
  amounts: DailyAmounts;
  /** The rows that have a last week, on both sides of the comparison; `null` where none has. */
  compared: { current: DailyAmounts; lastWeek: DailyAmounts } | null;
  openShifts: number;
  soFar: boolean;
}

/** Each figure's name in the catalogue. */
const IDS = {
  grossSales: 'GROSS_SALES',
  grossProfit: 'GROSS_PROFIT',
  grossCost: 'GROSS_COST',
  grossLabor: 'GROSS_LABOR',
  grossDiscounts: 'GROSS_DISCOUNTS',
  grossTax: 'GROSS_TAX',
  grossVoids: 'GROSS_VOIDS',
  grossTips: 'GROSS_TIPS',
  grossRewardUsed: 'GROSS_REWARD_USED',
  grossPayment: 'GROSS_PAYMENT',
  netSales: 'NET_SALES',
  salesWithoutCost: 'SALES_WITHOUT_COST',
  grossCover: 'GROSS_COVER',
  checks: 'CHECKS',
} as const satisfies Record<keyof DailyAmounts, FigureId>;

const KEYS = Object.keys(IDS) as (keyof DailyAmounts)[];

/** Adds up each figure; money exactly, in cents. */
export function addDaily(rows: readonly DailyAmounts[]): DailyAmounts {
  const sums = addFigures(
    Object.values(IDS),
    rows.map((figures) => ({ posID: '', figures })),
  );
  return Object.fromEntries(
    KEYS.map((key) => [key, sums[IDS[key]] ?? 0]),
  ) as unknown as DailyAmounts;
}

/**
 * Adds up daily rows. The comparison takes only rows that have a last week, on both sides, so that
 * a location or a day without history does not look like growth.
 */
export function summarizeDaily(rows: readonly DailyFacts[]): DailySummary {
  const withHistory = rows.filter((row) => row.lastWeek !== null);
  const lastWeek = rows.flatMap((row) => (row.lastWeek === null ? [] : [row.lastWeek]));
  return {
    amounts: addDaily(rows),
    compared:
      lastWeek.length === 0
        ? null
        : {
            current: addDaily(withHistory.map((row) => row.comparable ?? row)),
            lastWeek: addDaily(lastWeek),
          },
    openShifts: rows.reduce((sum, row) => sum + row.openShifts, 0),
    soFar: rows.some((row) => row.soFar),
  };
}

/** Labor in percent of net sales; `null` without sales. */
export function laborPercentOf(
  amounts: Pick<DailyAmounts, 'grossLabor' | 'netSales'>,
): number | null {
  return amounts.netSales === 0 ? null : (amounts.grossLabor / amounts.netSales) * 100;
}

/** Cost in percent of net sales; `null` without sales. */
export function costPercentOf(
  amounts: Pick<DailyAmounts, 'grossCost' | 'netSales'>,
): number | null {
  return amounts.netSales === 0 ? null : (amounts.grossCost / amounts.netSales) * 100;
}
