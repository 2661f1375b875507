import { useSearchParams } from 'react-router';
import { useNamedLocation } from '@/components/location/useNamedLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { ReportSwitch } from '@/components/report-switch/ReportSwitch';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { groupingOf, todayRange } from '@/lib/dates';
import { type ReportEntry, reportOf } from '@/lib/figures';
import { messages } from '@/lib/messages';
import { useLocations } from '@/state/hooks';
import { SalesReport } from './daily/SalesReport';
import { SummaryReport } from './daily/SummaryReport';
import { ReportMenu } from './menu/ReportMenu';
import { useReportFile } from './menu/useReportFile';
import { ReportFilters } from './picker/ReportFilters';
import { ReportTabs } from './picker/ReportTabs';
import { dailyTabs, tabFrom } from './picker/tabs';
import { type ReportSpan, useReportSpan } from './picker/useReportSpan';
import { splitOf } from './split/catalogue';
import { SplitReportView } from './split/SplitReportView';

/** /home/daily-sales: the reports on a span of dates, today at first. */
export function Component() {
  const [params] = useSearchParams();
  const tab = tabFrom(dailyTabs, params.get('tab'), 'sales');
  const span = useReportSpan(todayRange);
  const choosing = useNamedLocation('chart');
  const { list } = useLocations();
  const report = entryOf(tab);
  const byDate = tab === 'sales' || tab === 'summary';
  const file = useReportFile(report, span, byDate ? groupingOf(span.range, list.length) : 'none');
  return (
    <>
      <TopBar
        title={messages.reportWords.dailySales}
        back={null}
        actions={<ReportMenu report={report} file={file} />}
      />
      <ReportSwitch />
      <ReportTabs
        tabs={dailyTabs}
        open={tab}
        filters={<ReportFilters title={report.title} span={span} />}
      >
        {choosing ? <ListSkeleton /> : <Report key={tab} tab={tab} span={span} />}
      </ReportTabs>
    </>
  );
}

function entryOf(tab: string): ReportEntry {
  return splitOf(tab)?.report ?? reportOf(tab === 'summary' ? 'Summary' : 'Daily');
}

/** Each tab is mounted separately: its calls are its own hooks. */
function Report({ tab, span }: { tab: string; span: ReportSpan }) {
  const report = splitOf(tab);
  if (report) return <SplitReportView report={report} span={span} />;
  return tab === 'summary' ? <SummaryReport span={span} /> : <SalesReport span={span} />;
}
