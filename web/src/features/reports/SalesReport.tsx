import { useMemo } from 'react';
import { type DailyRow, useGetDailySalesLaborQuery } from '@/api';
import { ChartCarousel } from '@/components/charts';
import { ShareList } from '@/components/data-list';
import { groupingOf } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { summarizeDaily } from '@/lib/numbers';
import { useLocations } from '@/state/hooks';
import { groupByDate, groupByLocation } from './dailyGroups';
import { salesSlides } from './dailySlides';
import { figureRows, groupRows, totalRow } from './listRows';
import { metrics } from './metrics';
import { ReportFrame } from './ReportFrame';
import { type ReportSpan, useReportRequest } from './useReportRequest';

/** Sales of the span: by date, by location, and all figures of it. */
export function SalesReport({ span }: { span: ReportSpan }) {
  const { list } = useLocations();
  const grouping = groupingOf(span.range, list.length);
  const { argument, options } = useReportRequest(span, grouping);
  const query = useGetDailySalesLaborQuery(argument, options);
  return (
    <ReportFrame query={query}>
      {(rows) => <Sales rows={rows} grouping={grouping} label={span.range.label} />}
    </ReportFrame>
  );
}

interface SalesProps {
  rows: readonly DailyRow[];
  grouping: 'day' | 'month';
  label: string;
}

function Sales({ rows, grouping, label }: SalesProps) {
  const { list } = useLocations();
  const words = messages.reportWords;
  const byDateTitle = grouping === 'month' ? words.byMonth : words.byDay;
  const { total, dates, locations } = useMemo(
    () => ({
      total: summarizeDaily(rows),
      dates: groupByDate(rows, grouping),
      locations: groupByLocation(rows, list),
    }),
    [rows, grouping, list],
  );
  const slides = useMemo(
    () => salesSlides(dates, locations, total, byDateTitle),
    [dates, locations, total, byDateTitle],
  );
  const figures = useMemo(() => figureRows(total), [total]);
  const metric = metrics.grossSales;
  const first = totalRow(metric, total, label);
  return (
    <>
      <ChartCarousel slides={slides} label={words.charts} />
      {dates.length > 1 && (
        <ShareList
          title={byDateTitle}
          total={first}
          rows={groupRows(metric, dates.toReversed(), total)}
        />
      )}
      {locations.length > 1 && (
        <ShareList
          title={words.byLocation}
          total={first}
          rows={groupRows(metric, locations, total)}
        />
      )}
      <ShareList title={words.figures} total={figures.total} rows={figures.rows} />
    </>
  );
}
