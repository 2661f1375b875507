import { messages } from '@/lib/messages';
import { formatAxisMoney, formatMoney, formatWholeMoney } from '@/lib/money';
import {
  type Change,
  type DailyAmounts,
  type DailySummary,
  formatCount,
  type Preference,
  relativeChange,
} from '@/lib/numbers';
import type { HistoryTab } from './reportTabs';

/** A figure of the daily row, and how it is written and judged. */
export interface Metric {
  label: string;
  of: (amounts: DailyAmounts) => number;
  format: (value: number) => string;
  /** On bars: without decimals. */
  formatLabel: (value: number) => string;
  formatAxis: (value: number) => string;
  /** Whether more of it is good. */
  prefer: Preference;
  /** Means little while items lack their cost. */
  needsCost: boolean;
}

type MoneyKey = Exclude<keyof DailyAmounts, 'grossCover' | 'checks' | 'salesWithoutCost'>;

function money(key: MoneyKey, prefer: Preference): Metric {
  return {
    label: messages.figures[key],
    of: (amounts) => amounts[key],
    format: formatMoney,
    formatLabel: formatWholeMoney,
    formatAxis: formatAxisMoney,
    prefer,
    needsCost: key === 'grossCost' || key === 'grossProfit',
  };
}

function count(key: 'grossCover' | 'checks'): Metric {
  return {
    label: messages.figures[key],
    of: (amounts) => amounts[key],
    format: formatCount,
    formatLabel: formatCount,
    formatAxis: formatCount,
    prefer: 'more',
    needsCost: false,
  };
}

/** Every figure that reports show. */
export const metrics = {
  grossSales: money('grossSales', 'more'),
  grossDiscounts: money('grossDiscounts', 'less'),
  grossRewardUsed: money('grossRewardUsed', 'neutral'),
  netSales: money('netSales', 'more'),
  grossCost: money('grossCost', 'less'),
  grossLabor: money('grossLabor', 'less'),
  grossProfit: money('grossProfit', 'more'),
  grossTax: money('grossTax', 'neutral'),
  grossTips: money('grossTips', 'more'),
  grossVoids: money('grossVoids', 'less'),
  grossPayment: money('grossPayment', 'more'),
  grossCover: count('grossCover'),
  checks: count('checks'),
} as const satisfies Partial<Record<keyof DailyAmounts, Metric>>;

/** The metric behind each tab of the history report. */
export const historyMetrics: Readonly<Record<HistoryTab, Metric>> = {
  sales: metrics.grossSales,
  labor: metrics.grossLabor,
  discount: metrics.grossDiscounts,
  void: metrics.grossVoids,
  tax: metrics.grossTax,
  tips: metrics.grossTips,
  payment: metrics.grossPayment,
  reward: metrics.grossRewardUsed,
  cover: metrics.grossCover,
  cost: metrics.grossCost,
};

/** A metric against a week earlier, like with like; `null` where there is nothing to compare. */
export function changeOf(metric: Metric, { compared }: DailySummary): Change | null {
  if (compared === null) {
    return null;
  }
  const { current, lastWeek } = compared;
  const incomplete = current.salesWithoutCost !== 0 || lastWeek.salesWithoutCost !== 0;
  return metric.needsCost && incomplete
    ? null
    : relativeChange(metric.of(current), metric.of(lastWeek), metric.prefer);
}
