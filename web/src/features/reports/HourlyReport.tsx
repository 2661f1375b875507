import { useMemo } from 'react';
import { type HourlyRow, useGetHourlyReportQuery } from '@/api';
import { ChartCarousel } from '@/components/charts';
import { ShareList } from '@/components/data-list';
import { messages } from '@/lib/messages';
import { byHour, hourRows, hourSlides } from './hourly';
import { ReportFrame } from './ReportFrame';
import { type ReportSpan, useReportRequest } from './useReportRequest';

/** Sales and labor by hour of the day, over the whole span. */
export function HourlyReport({ span }: { span: ReportSpan }) {
  const { argument, options } = useReportRequest(span, 'none');
  const query = useGetHourlyReportQuery(argument, options);
  return <ReportFrame query={query}>{(rows) => <Hours rows={rows} />}</ReportFrame>;
}

function Hours({ rows }: { rows: readonly HourlyRow[] }) {
  const { charts, byHour: title } = messages.reportWords;
  const { hours, total } = useMemo(() => byHour(rows), [rows]);
  const slides = useMemo(() => hourSlides(hours), [hours]);
  const lines = useMemo(() => hourRows(hours, total), [hours, total]);
  return (
    <>
      <ChartCarousel slides={slides} label={charts} />
      <ShareList title={title} total={lines.total} rows={lines.rows} />
    </>
  );
}
