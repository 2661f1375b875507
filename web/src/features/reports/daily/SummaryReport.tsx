import { useGetReportFilterBydateQuery } from '@/api';
import { useAddress } from '@/components/navigation/useAddress';
import { groupingOf } from '@/lib/dates';
import type { FigureId } from '@/lib/figures';
import { messages } from '@/lib/messages';
import { useLocations } from '@/state/hooks';
import { dailyHeadline } from '../headline/headlines';
import { ReportHeadline } from '../headline/ReportHeadline';
import { type SummaryKind, summaryKinds, tabFrom } from '../picker/tabs';
import type { ReportSpan } from '../picker/useReportSpan';
import { ReportFrame } from '../request/ReportFrame';
import { useReportRequest } from '../request/useReportRequest';
import { DailyFigures } from './DailyFigures';
import classes from './SummaryReport.module.css';

/** The figure behind each kind. */
const figures: Readonly<Record<SummaryKind, FigureId>> = {
  sales: 'GROSS_SALES',
  cost: 'GROSS_COST',
  profit: 'GROSS_PROFIT',
  tax: 'GROSS_TAX',
  tips: 'GROSS_TIPS',
  void: 'GROSS_VOIDS',
  payment: 'GROSS_PAYMENT',
  labor: 'GROSS_LABOR',
  cover: 'GROSS_COVER',
};

/** The span by one of nine kinds of figures; the open one is in the address. */
export function SummaryReport({ span }: { span: ReportSpan }) {
  const { list } = useLocations();
  const { params, put } = useAddress();
  const kind = tabFrom(summaryKinds, params.get('kind'), 'sales');
  const grouping = groupingOf(span.range, list.length);
  const { argument, options } = useReportRequest(span, grouping);
  const query = useGetReportFilterBydateQuery(argument, options);
  return (
    <>
      <fieldset
        className={classes.kinds}
        aria-label={messages.reportWords.summaryKinds}
        data-screen-only
      >
        {summaryKinds.map(({ key, label }) => (
          <label key={key} className={classes.kind}>
            <input
              type="radio"
              name="summary-kind"
              className={classes.radio}
              checked={key === kind}
              onChange={() => put({ kind: key })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <ReportFrame
        query={query}
        headline={(answer) => (
          <ReportHeadline figures={dailyHeadline(figures[kind])} answer={answer} span={span} />
        )}
      >
        {(answer) => (
          <DailyFigures answer={answer} main={figures[kind]} grouping={grouping} span={span} />
        )}
      </ReportFrame>
    </>
  );
}
