import type { HourlyFigures, HourlyRow } from '@/api';
import { barOption, type ChartLook, type Slide } from '@/components/charts';
import type { ShareRow } from '@/components/data-list';
import { formatHour, formatHourSpan } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatAxisMoney, formatMoney, formatWholeMoney, sumMoney } from '@/lib/money';
import {
  type Change,
  formatCount,
  formatPercent,
  laborPercentOf,
  relativeChange,
} from '@/lib/numbers';

/** An hour of the day over all dates and locations of a report. */
export interface Hour {
  /** Counted from 00:00 of the business date; `null` for the sum of all hours. */
  hour: number | null;
  grossSales: number;
  netSales: number;
  grossLabor: number;
  grossCover: number;
  checks: number;
  change: Change | null;
}

type HourAmounts = Omit<HourlyFigures, 'laborPercent'>;

function add(rows: readonly HourAmounts[]): Omit<Hour, 'hour' | 'change'> {
  return {
    grossSales: sumMoney(rows.map((row) => row.grossSales)),
    netSales: sumMoney(rows.map((row) => row.netSales)),
    grossLabor: sumMoney(rows.map((row) => row.grossLabor)),
    grossCover: rows.reduce((sum, row) => sum + row.grossCover, 0),
    checks: rows.reduce((sum, row) => sum + row.checks, 0),
  };
}

function summed(hour: number | null, rows: readonly HourlyRow[]): Hour {
  // Like with like: only rows that have a week before, on both sides.
  const withHistory = rows.filter((row) => row.lastWeek !== null);
  const before = rows.flatMap((row) => row.lastWeek?.grossSales ?? []);
  return {
    hour,
    ...add(rows),
    change: relativeChange(
      add(withHistory).grossSales,
      before.length === 0 ? null : sumMoney(before),
      'more',
    ),
  };
}

/** Rows by hour, locations added up; hours without trade between others are there with nothing. */
export function byHour(rows: readonly HourlyRow[]): { hours: Hour[]; total: Hour } {
  const present = rows.map((row) => row.hour);
  const first = Math.min(...present);
  const count = rows.length === 0 ? 0 : Math.max(...present) - first + 1;
  const hours = Array.from({ length: count }, (_, index) =>
    summed(
      first + index,
      rows.filter((row) => row.hour === first + index),
    ),
  );
  return { hours, total: summed(null, rows) };
}

/** Lines break between the parts only. */
const NO_BREAK = '\u00a0';

function detailOf(hour: Hour): string {
  const { checks, grossCover, grossLabor, none } = messages.figures;
  const labor = laborPercentOf(hour);
  return [
    `${checks} ${formatCount(hour.checks)}`,
    `${grossCover} ${formatCount(hour.grossCover)}`,
    `${grossLabor} ${formatMoney(hour.grossLabor)}`,
    labor === null ? none : formatPercent(labor),
  ]
    .map((part) => part.replaceAll(' ', NO_BREAK))
    .join(' · ');
}

/** Lines of the hourly list: the total first. */
export function hourRows(
  hours: readonly Hour[],
  total: Hour,
): { total: ShareRow; rows: ShareRow[] } {
  const line = (hour: Hour): ShareRow => ({
    key: String(hour.hour ?? 'total'),
    name: hour.hour === null ? messages.figures.total : formatHourSpan(hour.hour),
    detail: detailOf(hour),
    value: formatMoney(hour.grossSales),
    change: hour.change,
  });
  return {
    total: line(total),
    rows: hours.map((hour) => ({
      ...line(hour),
      share: total.grossSales === 0 ? 0 : hour.grossSales / total.grossSales,
    })),
  };
}

/** Slides of the hourly tab: sales with labor, and guests. */
export function hourSlides(hours: readonly Hour[]): Slide[] {
  const { salesAndLabor, coversByHour, byHour: title } = messages.reportWords;
  const categories = hours.map(({ hour }) => formatHour(hour ?? 0));
  const { grossSales, grossLabor, grossCover } = messages.figures;
  return [
    {
      key: 'sales-and-labor',
      title: salesAndLabor,
      build: (look: ChartLook) =>
        barOption(
          {
            description: salesAndLabor,
            categories,
            series: [
              { name: grossSales, values: hours.map((hour) => hour.grossSales) },
              { name: grossLabor, values: hours.map((hour) => hour.grossLabor) },
            ],
            format: formatMoney,
            formatLabel: formatWholeMoney,
            formatAxis: formatAxisMoney,
          },
          look,
        ),
    },
    {
      key: 'sales',
      title: `${grossSales} · ${title}`,
      build: (look: ChartLook) =>
        barOption(
          {
            description: `${grossSales}. ${title}`,
            categories,
            series: [{ name: grossSales, values: hours.map((hour) => hour.grossSales) }],
            format: formatMoney,
            formatLabel: formatWholeMoney,
            formatAxis: formatAxisMoney,
          },
          look,
        ),
    },
    {
      key: 'covers',
      title: coversByHour,
      build: (look: ChartLook) =>
        barOption(
          {
            description: coversByHour,
            categories,
            series: [{ name: grossCover, values: hours.map((hour) => hour.grossCover) }],
            format: formatCount,
            formatLabel: formatCount,
            formatAxis: formatCount,
          },
          look,
        ),
    },
  ];
}
