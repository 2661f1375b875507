import { useSearchParams } from 'react-router';
import { useGetReportFilterBydateQuery } from '@/api';
import { groupingOf } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { useLocations } from '@/state/hooks';
import { DailyFigures } from './DailyFigures';
import { summaryFigures } from './daily';
import { ReportFrame } from './ReportFrame';
import { type SummaryKind, summaryKinds, tabFrom } from './reportTabs';
import classes from './SummaryReport.module.css';
import { useReportRequest } from './useReportRequest';
import type { ReportSpan } from './useReportSpan';

/** The span by one of nine kinds of figures; the open one stands in the address. */
export function SummaryReport({ span }: { span: ReportSpan }) {
  const { list } = useLocations();
  const [params, setParams] = useSearchParams();
  const kind = tabFrom(summaryKinds, params.get('kind'), 'sales');
  const grouping = groupingOf(span.range, list.length);
  const { argument, options } = useReportRequest(span, grouping);
  const query = useGetReportFilterBydateQuery(argument, options);
  const choose = (next: SummaryKind) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('kind', next);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <fieldset className={classes.kinds} data-screen-only>
        <legend className={classes.legend}>{messages.reportWords.summaryKinds}</legend>
        {summaryKinds.map(({ key, label }) => (
          <label key={key} className={classes.kind}>
            <input
              type="radio"
              name="summary-kind"
              className={classes.radio}
              checked={key === kind}
              onChange={() => choose(key)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <ReportFrame query={query}>
        {(rows) => (
          <DailyFigures rows={rows} main={summaryFigures[kind]} grouping={grouping} span={span} />
        )}
      </ReportFrame>
    </>
  );
}
