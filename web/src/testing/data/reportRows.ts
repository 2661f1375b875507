import type { CheckSummary, DailyFigures, DailyRow, HourlyRow, ItemRow } from '@/api';

/** Percent of a whole, two decimals; null if the whole is not above 0. */
function percentOf(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((part / whole) * 10_000) / 100 : null;
}

/** Figures of a day in dollars: 0 except the given ones. */
export function dailyFigures(figures: Partial<DailyFigures> = {}): DailyFigures {
  const { grossSales = 0, grossLabor = 0, grossCost = 0, netSales = grossSales } = figures;
  return {
    grossSales: 0,
    grossProfit: 0,
    grossCost: 0,
    grossLabor: 0,
    grossDiscounts: 0,
    grossTax: 0,
    grossVoids: 0,
    grossTips: 0,
    grossRewardUsed: 0,
    grossPayment: 0,
    grossCover: 0,
    checks: 0,
    netSales,
    laborPercent: percentOf(grossLabor, netSales),
    costPercent: percentOf(grossCost, netSales),
    salesWithoutCost: 0,
    openShifts: 0,
    notClockedOut: 0,
    grossServiceCharges: 0,
    grossGratuity: 0,
    grossDeferred: 0,
    grossRedeemed: 0,
    grossRounding: 0,
    marketplaceTax: 0,
    outOfBalance: 0,
    primeCost: grossCost + grossLabor,
    primeCostPercent: percentOf(grossCost + grossLabor, netSales),
    openChecks: 0,
    openSales: 0,
    hoursWithoutWage: 0,
    ...figures,
  };
}

/** A row of get-daily-sales-labor. */
export function dailyRow(
  posID: string,
  businessDate: string,
  figures: Partial<DailyFigures>,
  rest: Partial<
    Pick<DailyRow, 'comparable' | 'compared' | 'lastWeek' | 'openShifts' | 'soFar' | 'share'>
  > = {},
): DailyRow {
  return {
    ...dailyFigures(figures),
    posID,
    businessDate,
    share: 1,
    lastWeek: null,
    lastYear: null,
    soFar: false,
    comparable: null,
    ...rest,
  };
}

/** A row of get-hourly-report with one guest for each check. */
export function hourlyRow(
  posID: string,
  hour: number,
  figures: Pick<HourlyRow, 'grossSales'> &
    Partial<
      Pick<
        HourlyRow,
        'checks' | 'grossLabor' | 'businessDate' | 'openChecks' | 'openSales' | 'hoursWithoutWage'
      >
    >,
  lastWeekSales: number | null = null,
): HourlyRow {
  const { checks = 1, grossLabor = 0, grossSales, businessDate } = figures;
  const { openChecks = 0, openSales = 0, hoursWithoutWage = 0 } = figures;
  const common = { checks, grossCover: checks, grossLabor };
  return {
    ...common,
    ...(businessDate !== undefined && { businessDate }),
    posID,
    hour,
    grossSales,
    netSales: grossSales,
    laborPercent: percentOf(grossLabor, grossSales),
    openChecks,
    openSales,
    hoursWithoutWage,
    share: 0,
    lastWeek:
      lastWeekSales === null
        ? null
        : {
            ...common,
            grossSales: lastWeekSales,
            netSales: lastWeekSales,
            laborPercent: percentOf(grossLabor, lastWeekSales),
            openChecks: 0,
            openSales: 0,
            hoursWithoutWage: 0,
          },
    lastYear: null,
    comparable: null,
    soFar: false,
  };
}

/** A row of get-itemsales-report. */
export function itemRow(
  posID: string,
  posItemID: string,
  itemName: string,
  figures: { grossSales: number; quantity?: number; minorCategory?: string },
  lastWeekSales: number | null = null,
): ItemRow {
  const { grossSales, quantity = 1, minorCategory = 'Pizza' } = figures;
  const money = (sales: number) => ({
    quantity,
    grossSales: sales,
    grossDiscounts: 0,
    netSales: sales,
    grossCost: 0,
    grossProfit: sales,
    salesWithoutCost: 0,
  });
  return {
    posID,
    posItemID,
    itemName,
    majorCategory: 'Food',
    minorCategory,
    ...money(grossSales),
    share: 0,
    lastWeek: lastWeekSales === null ? null : money(lastWeekSales),
    lastYear: null,
    comparable: null,
    soFar: false,
  };
}

/** A check of get-inside-sales. */
export function checkSummary(posCheckID: string, rest: Partial<CheckSummary> = {}): CheckSummary {
  return {
    posID: 'demo-pizza',
    posCheckID,
    businessDate: '2026-11-21',
    openTime: '2026-11-21T12:00:00',
    closeTime: '2026-11-21T12:40:00',
    grossSales: 32,
    netSales: 32,
    grossPayment: 40.64,
    grossTips: 6,
    grossCover: 2,
    table: '7',
    employeeID: 'e4',
    employeeName: 'Ana',
    orderType: 'Dine In',
    paymentTypes: ['Visa'],
    voided: false,
    refundOf: null,
    open: false,
    outOfBalance: 0,
    exceptions: [],
    ...rest,
  };
}

/** A check of get-open-checks: its `closeTime` is its `openTime`. */
export function openCheck(posCheckID: string, rest: Partial<CheckSummary> = {}): CheckSummary {
  const { openTime = '2026-11-21T12:00:00' } = rest;
  const unpaid = { grossPayment: 0, grossTips: 0, paymentTypes: [] };
  const open = { open: true, openTime, closeTime: openTime ?? '2026-11-21T12:00:00' };
  return checkSummary(posCheckID, { ...unpaid, ...open, ...rest });
}
