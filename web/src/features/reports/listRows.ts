import type { ShareRow } from '@/components/data-list';
import { messages } from '@/lib/messages';
import { type DailySummary, formatPercent, laborPercentOf, pointChange } from '@/lib/numbers';
import type { DailyGroup } from './dailyGroups';
import { changeOf, type Metric, metrics } from './metrics';

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** The total of a metric, for the first line of a list. */
export function totalRow(metric: Metric, summary: DailySummary, detail: string): ShareRow {
  return {
    key: 'total',
    name: messages.figures.total,
    detail: summary.soFar ? `${detail} · ${messages.figures.soFar}` : detail,
    value: metric.format(metric.of(summary.amounts)),
    change: changeOf(metric, summary),
  };
}

/** A line for each group, with its share of the total. */
export function groupRows(
  metric: Metric,
  groups: readonly DailyGroup[],
  total: DailySummary,
): ShareRow[] {
  const whole = metric.of(total.amounts);
  return groups.map(({ key, name, summary }) => ({
    key,
    name,
    detail: summary.soFar ? messages.figures.soFar : undefined,
    value: metric.format(metric.of(summary.amounts)),
    share: shareOf(metric.of(summary.amounts), whole),
    change: changeOf(metric, summary),
  }));
}

/** Parts of gross sales carry a bar; the other figures stand by themselves. */
const partsOfSales = [
  'grossDiscounts',
  'grossRewardUsed',
  'grossCost',
  'grossLabor',
  'grossProfit',
] as const;
const besideSales = [
  'netSales',
  'grossTax',
  'grossTips',
  'grossVoids',
  'grossPayment',
  'grossCover',
  'checks',
] as const;

/** All figures of a span, gross sales first. */
export function figureRows(summary: DailySummary): { total: ShareRow; rows: ShareRow[] } {
  const { amounts, compared, openShifts } = summary;
  const words = messages.figures;
  const row = (key: keyof typeof metrics): ShareRow => ({
    key,
    name: metrics[key].label,
    value: metrics[key].format(amounts[key]),
    change: changeOf(metrics[key], summary),
  });
  const incomplete = amounts.salesWithoutCost !== 0;
  const detailOf = (key: keyof typeof metrics) => {
    if (incomplete && (key === 'grossCost' || key === 'grossProfit')) {
      return words.incomplete;
    }
    return openShifts > 0 && key === 'grossLabor' ? words.soFar : undefined;
  };
  const labor = laborPercentOf(amounts);
  return {
    total: row('grossSales'),
    rows: [
      ...partsOfSales.map((key) => ({
        ...row(key),
        detail: detailOf(key),
        share: shareOf(amounts[key], amounts.grossSales),
      })),
      {
        key: 'laborPercent',
        name: words.laborPercent,
        value: labor === null ? words.none : formatPercent(labor),
        change:
          compared &&
          pointChange(laborPercentOf(compared.current), laborPercentOf(compared.lastWeek), 'less'),
      },
      ...besideSales.map(row),
    ],
  };
}
