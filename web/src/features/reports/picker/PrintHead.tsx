import { usePrinting } from '@/components/print/usePrinting';
import { formatClock, formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { useSelectedLocation } from '@/state/hooks';
import classes from './PrintHead.module.css';
import type { ReportSpan } from './useReportSpan';

/** Heading on paper: report, location and dates. */
export function PrintHead({ title, span }: { title: string; span: ReportSpan }) {
  const { location } = useSelectedLocation('chart');
  if (!usePrinting()) {
    return null;
  }
  const { startDate, endDate } = span.range;
  const [first, last] = [formatDay(startDate), formatDay(endDate)];
  const now = new Date();
  const moment = `${now.toLocaleDateString('en-US')} ${formatClock(now)}`;
  return (
    <div className={classes.root}>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.span}>
        {location?.name ?? messages.locations.all} · {first === last ? first : `${first} – ${last}`}
      </p>
      <p className={classes.moment}>{messages.figureWords.printed(moment)}</p>
    </div>
  );
}
