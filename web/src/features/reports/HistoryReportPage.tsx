import { DateFilter } from '@/components/date-filter';
import { LocationStrip } from '@/components/location/LocationStrip';
import { TopBar } from '@/components/navigation/TopBar';
import { ReportSwitch } from '@/components/report-switch/ReportSwitch';
import { lastSevenDays } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { MetricReport } from './MetricReport';
import { historyMetrics } from './metrics';
import { ReportTabs } from './ReportTabs';
import { historyTabs } from './reportTabs';
import { useReportSpan } from './useReportRequest';

/** /home/history-report: ten metrics of the daily row, over the last seven days at first. */
export function Component() {
  const span = useReportSpan(lastSevenDays);
  return (
    <>
      <TopBar title={messages.pages.historyReport} />
      <ReportSwitch />
      <ReportTabs tabs={historyTabs}>
        {(tab) => (
          <>
            <LocationStrip variant="chart" allowAll />
            <DateFilter value={span.range} today={span.today} onChange={span.setRange} />
            <MetricReport metric={historyMetrics[tab]} span={span} />
          </>
        )}
      </ReportTabs>
    </>
  );
}
