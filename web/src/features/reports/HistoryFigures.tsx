import { skipToken } from '@reduxjs/toolkit/query';
import { useGetDailySalesLaborQuery, useGetLastsevendaysReportQuery } from '@/api';
import { groupingOf } from '@/lib/dates';
import { useLocations, useSelectedLocation, useSessionID } from '@/state/hooks';
import { DailyFigures } from './DailyFigures';
import { historyFigures } from './daily';
import { ReportFrame } from './ReportFrame';
import type { HistoryTab } from './reportTabs';
import { useReportRequest } from './useReportRequest';
import type { ReportSpan } from './useReportSpan';

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

/** One figure of the history report over the span. */
export function HistoryFigures({ tab, span }: { tab: HistoryTab; span: ReportSpan }) {
  const { list } = useLocations();
  const grouping = span.picked ? groupingOf(span.range, list.length) : 'day';
  const query = useDailyRows(span, grouping);
  return (
    <ReportFrame query={query}>
      {(rows) => (
        <DailyFigures rows={rows} main={historyFigures[tab]} grouping={grouping} span={span} />
      )}
    </ReportFrame>
  );
}
