import {
  barOption,
  type ChartLook,
  horizontalBarOption,
  lineOption,
  pieOption,
  type Slide,
  stackedBarOption,
} from '@/components/charts';
import { messages } from '@/lib/messages';
import type { DailyAmounts, DailySummary } from '@/lib/numbers';
import type { DailyGroup } from './dailyGroups';
import { type Metric, metrics } from './metrics';

const words = messages.reportWords;
/** Short, so that all names fit the axis. */
const { sales } = messages.reports.daily;
const { lastWeek, thisPeriod } = messages.chartWords;

/** Most bars that read well beside each other on a phone; more become a line. */
const MOST_BARS = 14;
/** Most stacks likewise. */
const MOST_STACKS = 31;

/** Parts that gross sales are made of. */
const parts = [
  'grossCost',
  'grossLabor',
  'grossDiscounts',
  'grossRewardUsed',
  'grossProfit',
] as const;

function comparisonOf(metric: Metric, groups: readonly DailyGroup[]) {
  const values = groups.map(({ summary }) =>
    summary.compared === null ? null : metric.of(summary.compared.lastWeek),
  );
  return values.some((value) => value !== null) ? { name: lastWeek, values } : undefined;
}

/** A metric by date, on the week before: bars while they are few, then a line. */
export function byDateSlide(metric: Metric, groups: readonly DailyGroup[], title: string): Slide {
  const categories = groups.map((group) => group.shortName);
  const current = {
    name: metric.label,
    values: groups.map(({ summary }) => metric.of(summary.amounts)),
  };
  const comparison = comparisonOf(metric, groups);
  const description = `${metric.label}. ${title}`;
  return {
    key: 'by-date',
    title: `${metric.label} · ${title}`,
    build: (look: ChartLook) =>
      groups.length <= MOST_BARS
        ? barOption({ ...metric, description, categories, series: [current], comparison }, look)
        : lineOption({ ...metric, description, categories, current, comparison }, look),
  };
}

/** A metric by date as a curve on the dashed one of the week before. */
export function againstLastWeekSlide(metric: Metric, groups: readonly DailyGroup[]): Slide {
  const comparison = comparisonOf(metric, groups);
  return {
    key: 'against-last-week',
    title: words.againstLastWeek,
    build:
      comparison === undefined
        ? null
        : (look: ChartLook) =>
            lineOption(
              {
                ...metric,
                description: `${metric.label}. ${words.againstLastWeek}`,
                categories: groups.map((group) => group.shortName),
                current: {
                  name: thisPeriod,
                  values: groups.map(({ summary }) => metric.of(summary.amounts)),
                },
                comparison,
              },
              look,
            ),
  };
}

/** Locations ranked by a metric. */
export function byLocationSlide(metric: Metric, groups: readonly DailyGroup[]): Slide {
  return {
    key: 'by-location',
    title: words.byLocation,
    build: (look: ChartLook) =>
      horizontalBarOption(
        {
          ...metric,
          description: `${metric.label}. ${words.byLocation}`,
          name: metric.label,
          items: groups.map(({ name, summary }) => ({ name, value: metric.of(summary.amounts) })),
        },
        look,
      ),
  };
}

/** Shares of locations in a metric. */
export function locationSharesSlide(metric: Metric, groups: readonly DailyGroup[]): Slide {
  return {
    key: 'location-shares',
    title: `${words.byLocation} · %`,
    build: (look: ChartLook) =>
      pieOption(
        {
          description: `${metric.label}. ${words.byLocation}`,
          name: metric.label,
          slices: groups.map(({ name, summary }) => ({ name, value: metric.of(summary.amounts) })),
          format: metric.format,
        },
        look,
      ),
  };
}

/** What gross sales went into, as shares of the whole span. */
export function whereSalesGoSlide(amounts: DailyAmounts): Slide {
  const slices = parts.map((key) => ({ name: metrics[key].label, value: amounts[key] }));
  return {
    key: 'where-sales-go',
    title: words.whereSalesGo,
    build: slices.some((slice) => slice.value > 0)
      ? (look: ChartLook) =>
          pieOption(
            {
              description: words.whereSalesGo,
              name: metrics.grossSales.label,
              slices,
              format: metrics.grossSales.format,
            },
            look,
          )
      : null,
  };
}

/** What gross sales went into, date by date. */
export function partsByDateSlide(groups: readonly DailyGroup[]): Slide {
  const { format, formatAxis } = metrics.grossSales;
  return {
    key: 'parts-by-date',
    title: words.whereSalesGo,
    build: (look: ChartLook) =>
      stackedBarOption(
        {
          description: words.whereSalesGo,
          categories: groups.map((group) => group.shortName),
          series: parts.map((key) => ({
            name: metrics[key].label,
            values: groups.map(({ summary }) => summary.amounts[key]),
          })),
          format,
          formatAxis,
        },
        look,
      ),
  };
}

/** The main figures of one day beside those of a week earlier. */
export function figuresSlide(summary: DailySummary): Slide {
  const shown = ['grossSales', 'grossCost', 'grossLabor', 'grossProfit'] as const;
  const { amounts, compared } = summary;
  return {
    key: 'figures',
    title: compared === null ? words.figures : words.againstLastWeek,
    build: (look: ChartLook) =>
      barOption(
        {
          ...metrics.grossSales,
          description: words.againstLastWeek,
          categories: [sales, ...shown.slice(1).map((key) => metrics[key].label)],
          series: [{ name: thisPeriod, values: shown.map((key) => amounts[key]) }],
          comparison: compared
            ? { name: lastWeek, values: shown.map((key) => compared.lastWeek[key]) }
            : undefined,
        },
        look,
      ),
  };
}

/** Slides of the sales tab. */
export function salesSlides(
  dates: readonly DailyGroup[],
  locations: readonly DailyGroup[],
  total: DailySummary,
  byDateTitle: string,
): Slide[] {
  const shares = locations.length > 1 ? [locationSharesSlide(metrics.grossSales, locations)] : [];
  if (dates.length < 2) {
    return [figuresSlide(total), whereSalesGoSlide(total.amounts), ...shares];
  }
  return [
    byDateSlide(metrics.grossSales, dates, byDateTitle),
    dates.length <= MOST_STACKS ? partsByDateSlide(dates) : whereSalesGoSlide(total.amounts),
    ...(shares.length > 0 ? shares : [whereSalesGoSlide(total.amounts)]),
  ].filter((slide, index, all) => all.findIndex(({ key }) => key === slide.key) === index);
}

/** Slides of a history tab. */
export function metricSlides(
  metric: Metric,
  dates: readonly DailyGroup[],
  locations: readonly DailyGroup[],
  byDateTitle: string,
): Slide[] {
  return [
    byDateSlide(metric, dates, byDateTitle),
    ...(dates.length > 1 && dates.length <= MOST_BARS ? [againstLastWeekSlide(metric, dates)] : []),
    ...(locations.length > 1 ? [byLocationSlide(metric, locations)] : []),
  ];
}
