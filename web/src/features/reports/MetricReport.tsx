import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import { type DailyRow, useGetDailySalesLaborQuery, useGetLastsevendaysReportQuery } from '@/api';
import { ChartCarousel } from '@/components/charts';
import { ShareList } from '@/components/data-list';
import { groupingOf } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { summarizeDaily } from '@/lib/numbers';
import { useLocations, useSelectedLocation, useSessionID } from '@/state/hooks';
import { groupByDate, groupByLocation } from './dailyGroups';
import { metricSlides } from './dailySlides';
import { groupRows, totalRow } from './listRows';
import type { Metric } from './metrics';
import { ReportFrame } from './ReportFrame';
import { type ReportSpan, useReportRequest } from './useReportRequest';

/** The last seven days have a call of their own; every other span is a daily report. */
function useDailyRows(span: ReportSpan, grouping: 'day' | 'month') {
  const sessionId = useSessionID();
  const { posID } = useSelectedLocation('chart');
  const { argument, options } = useReportRequest(span, grouping);
  const known = argument !== skipToken;
  const lastSeven = useGetLastsevendaysReportQuery(
    span.picked || !known
      ? skipToken
      : { sessionId, lastSevenDaysRequest: posID === null ? {} : { posID } },
    options,
  );
  const picked = useGetDailySalesLaborQuery(span.picked ? argument : skipToken, options);
  return span.picked ? picked : lastSeven;
}

/** One metric over the span: by date, on the week before, by location. */
export function MetricReport({ metric, span }: { metric: Metric; span: ReportSpan }) {
  const { list } = useLocations();
  const grouping = span.picked ? groupingOf(span.range, list.length) : 'day';
  const query = useDailyRows(span, grouping);
  return (
    <ReportFrame query={query}>
      {(rows) => (
        <MetricFigures rows={rows} metric={metric} grouping={grouping} label={span.range.label} />
      )}
    </ReportFrame>
  );
}

interface MetricFiguresProps {
  rows: readonly DailyRow[];
  metric: Metric;
  grouping: 'day' | 'month';
  label: string;
}

function MetricFigures({ rows, metric, grouping, label }: MetricFiguresProps) {
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
    () => metricSlides(metric, dates, locations, byDateTitle),
    [metric, dates, locations, byDateTitle],
  );
  const first = totalRow(metric, total, label);
  return (
    <>
      <ChartCarousel slides={slides} label={words.charts} />
      <ShareList
        title={byDateTitle}
        total={first}
        rows={groupRows(metric, dates.toReversed(), total)}
      />
      {locations.length > 1 && (
        <ShareList
          title={words.byLocation}
          total={first}
          rows={groupRows(metric, locations, total)}
        />
      )}
    </>
  );
}
