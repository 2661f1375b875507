import { useGetDailySalesLaborQuery } from '@/api';
import { groupingOf } from '@/lib/dates';
import { useLocations } from '@/state/hooks';
import { dailyHeadline } from '../headline/headlines';
import { ReportHeadline } from '../headline/ReportHeadline';
import type { ReportSpan } from '../picker/useReportSpan';
import { ReportFrame } from '../request/ReportFrame';
import { useReportRequest } from '../request/useReportRequest';
import { DailyFigures } from './DailyFigures';

const headline = dailyHeadline('GROSS_SALES');

/** Sales of the span: by date, by location, and all figures of it. */
export function SalesReport({ span }: { span: ReportSpan }) {
  const { list } = useLocations();
  const grouping = groupingOf(span.range, list.length);
  const { argument, options } = useReportRequest(span, grouping);
  const query = useGetDailySalesLaborQuery(argument, options);
  return (
    <ReportFrame
      query={query}
      headline={(answer) => <ReportHeadline figures={headline} answer={answer} span={span} />}
    >
      {(answer) => (
        <DailyFigures answer={answer} main="GROSS_SALES" grouping={grouping} span={span} all />
      )}
    </ReportFrame>
  );
}
