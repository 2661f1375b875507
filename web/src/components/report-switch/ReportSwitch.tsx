import { useLocation } from 'react-router';
import { messages } from '@/lib/messages';
import { Segments } from '../segments/Segments';

const { dailySales, historyReport, salesHistory, switch: label } = messages.reportWords;

const pages = [
  { to: '/home/daily-sales', label: dailySales },
  { to: '/home/history-report', label: historyReport },
  { to: '/home/sales-history', label: salesHistory },
];

/** Switches between the three pages of the Reports tab. */
export function ReportSwitch() {
  const { pathname } = useLocation();
  return (
    <Segments
      label={label}
      items={pages.map((page) => ({ ...page, current: page.to === pathname }))}
    />
  );
}
