import { DateFilter } from '@/components/date-filter';
import { LocationStrip } from '@/components/location/LocationStrip';
import { PrintHead } from './PrintHead';
import classes from './ReportFilters.module.css';
import type { ReportSpan } from './useReportSpan';

/** Location and dates of a report: controls on the screen, text on paper. */
export function ReportFilters({ title, span }: { title: string; span: ReportSpan }) {
  return (
    <>
      <PrintHead title={title} span={span} />
      <div className={classes.filters} data-screen-only>
        <LocationStrip variant="chart" allowAll />
        <DateFilter value={span.range} today={span.today} onChange={span.setRange} />
      </div>
    </>
  );
}
