import { NavLink } from 'react-router';
import { messages } from '@/lib/messages';
import classes from './ReportSwitch.module.css';

const { dailySales, historyReport, salesHistory, switch: label } = messages.reportWords;

const pages = [
  { path: '/home/daily-sales', label: dailySales },
  { path: '/home/history-report', label: historyReport },
  { path: '/home/sales-history', label: salesHistory },
];

/** Switches between the three pages of the Reports tab. */
export function ReportSwitch() {
  return (
    <nav aria-label={label} className={classes.root}>
      {pages.map((page) => (
        <NavLink key={page.path} to={page.path} replace className={classes.link}>
          {page.label}
        </NavLink>
      ))}
    </nav>
  );
}
