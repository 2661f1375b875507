import { skipToken } from '@reduxjs/toolkit/query';
import { useGetDailySalesLaborQuery, useGetLastsevendaysReportQuery } from '@/api';
import { groupingOf } from '@/lib/dates';
import type { FigureId } from '@/lib/figures';
import { useAppSelector, useLocations, useSelectedLocation } from '@/state/hooks';
import { dailyHeadline } from '../headline/headlines';
import { ReportHeadline } from '../headline/ReportHeadline';
import type { HistoryTab } from '../picker/tabs';
import type { ReportSpan } from '../picker/useReportSpan';
import { ReportFrame } from '../request/ReportFrame';
import { useReportRequest } from '../request/useReportRequest';
import { DailyFigures } from './DailyFigures';

/** The figure behind each tab. */
const figures: Readonly<Record<HistoryTab, FigureId>> = {
  sales: 'GROSS_SALES',
  labor: 'GROSS_LABOR',
  discount: 'GROSS_DISCOUNTS',
  void: 'GROSS_VOIDS',
  tax: 'GROSS_TAX',
  tips: 'GROSS_TIPS',
  payment: 'GROSS_PAYMENT',
  reward: 'GROSS_REWARD_USED',
  cover: 'GROSS_COVER',
  cost: 'GROSS_COST',
};

/** The last seven days have a call of their own; every other span is a daily report. */
function useDailyRows(span: ReportSpan, grouping: 'day' | 'month') {
  const { posID } = useSelectedLocation('chart');
  const compareTo = useAppSelector(({ comparison }) => comparison.compareTo);
  const { argument, options } = useReportRequest(span, grouping);
  const ready = argument !== skipToken;
  const lastSeven = useGetLastsevendaysReportQuery(
    span.picked || !ready
      ? skipToken
      : { lastSevenDaysRequest: { compareTo, ...(posID !== null && { posID }) } },
    options,
  );
  const picked = useGetDailySalesLaborQuery(span.picked ? argument : skipToken, options);
  return span.picked ? picked : lastSeven;
}

/** One figure of the history report over the span. */
export function HistoryReport({ tab, span }: { tab: HistoryTab; span: ReportSpan }) {
  const { list } = useLocations();
  const grouping = span.picked ? groupingOf(span.range, list.length) : 'day';
  const query = useDailyRows(span, grouping);
  return (
    <ReportFrame
      query={query}
      headline={(answer) => (
        <ReportHeadline figures={dailyHeadline(figures[tab])} answer={answer} span={span} />
      )}
    >
      {(answer) => (
        <DailyFigures answer={answer} main={figures[tab]} grouping={grouping} span={span} />
      )}
    </ReportFrame>
  );
}
