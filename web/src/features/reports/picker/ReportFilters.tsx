import { DateFilter } from '@/components/date-filter';
import { LocationStrip } from '@/components/location/LocationStrip';
import { PrintHead } from './PrintHead';
import type { ReportSpan } from './useReportSpan';

/** Location and dates of a report: controls on the screen, text on paper. */
export function ReportFilters({ title, span }: { title: string; span: ReportSpan }) {
  return (
    <>
      <PrintHead title={title} span={span} />
      <div data-screen-only>
        <DateFilter
          value={span.range}
          today={span.today}
          onChange={span.setRange}
          beside={<LocationStrip variant="chart" allowAll />}
        />
      </div>
    </>
  );
}
