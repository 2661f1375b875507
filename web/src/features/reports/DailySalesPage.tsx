import { DateFilter } from '@/components/date-filter';
import { LocationStrip } from '@/components/location/LocationStrip';
import { TopBar } from '@/components/navigation/TopBar';
import { ComingSoon } from '@/components/placeholder/ComingSoon';
import { ReportSwitch } from '@/components/report-switch/ReportSwitch';
import { todayRange } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { HourlyReport } from './HourlyReport';
import { ItemReport } from './ItemReport';
import { ReportTabs } from './ReportTabs';
import { type DailyTab, dailyTabs } from './reportTabs';
import { SalesReport } from './SalesReport';
import { type ReportSpan, useReportSpan } from './useReportRequest';

/** /home/daily-sales: fifteen reports on a span of dates, today at first. */
export function Component() {
  const span = useReportSpan(todayRange);
  return (
    <>
      <TopBar title={messages.tiles.dailySales} />
      <ReportSwitch />
      <ReportTabs tabs={dailyTabs}>{(tab) => <DailyPanel tab={tab} span={span} />}</ReportTabs>
    </>
  );
}

function DailyPanel({ tab, span }: { tab: DailyTab; span: ReportSpan }) {
  const report = reportOf(tab, span);
  if (report === null) {
    return <ComingSoon />;
  }
  return (
    <>
      <LocationStrip variant="chart" allowAll />
      <DateFilter value={span.range} today={span.today} onChange={span.setRange} />
      {report}
    </>
  );
}

function reportOf(tab: DailyTab, span: ReportSpan) {
  switch (tab) {
    case 'sales':
      return <SalesReport span={span} />;
    case 'hourly':
      return <HourlyReport span={span} />;
    case 'item':
      return <ItemReport span={span} />;
    default:
      return null;
  }
}
