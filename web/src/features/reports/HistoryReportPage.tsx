import { useSearchParams } from 'react-router';
import { TopBar } from '@/components/navigation/TopBar';
import { ReportSwitch } from '@/components/report-switch/ReportSwitch';
import { groupingOf, lastSevenDays } from '@/lib/dates';
import { reportOf } from '@/lib/figures';
import { messages } from '@/lib/messages';
import { useLocations } from '@/state/hooks';
import { HistoryReport } from './daily/HistoryReport';
import { ReportMenu } from './menu/ReportMenu';
import { useReportFile } from './menu/useReportFile';
import { ReportFilters } from './picker/ReportFilters';
import { ReportTabs } from './picker/ReportTabs';
import { historyTabs, tabFrom } from './picker/tabs';
import { useReportSpan } from './picker/useReportSpan';

const report = reportOf('Daily');

/** /home/history-report: ten figures of the daily row, over the last seven days at first. */
export function Component() {
  const [params] = useSearchParams();
  const tab = tabFrom(historyTabs, params.get('tab'), 'sales');
  const label = messages.reports.history[tab];
  const span = useReportSpan(lastSevenDays);
  const { list } = useLocations();
  const file = useReportFile(report, span, groupingOf(span.range, list.length));
  return (
    <>
      <TopBar
        title={messages.reportWords.historyReport}
        back={null}
        actions={<ReportMenu report={report} file={file} />}
      />
      <ReportSwitch />
      <ReportTabs
        tabs={historyTabs}
        open={tab}
        filters={<ReportFilters title={`${messages.pages.historyReport}: ${label}`} span={span} />}
      >
        <HistoryReport tab={tab} span={span} />
      </ReportTabs>
    </>
  );
}
