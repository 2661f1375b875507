import { useEffect } from 'react';
import { Link } from 'react-router';
import { FigureInfo } from '@/components/figure';
import { ValueSkeleton } from '@/components/skeleton/ValueSkeleton';
import { messages } from '@/lib/messages';
import { formatFigure, type Summary } from '@/lib/numbers';
import { openChecksPath } from '@/lib/paths';
import { read, write } from '@/lib/storage/storage';
import classes from '../Home.module.css';

const ids = ['OPEN_CHECKS', 'OPEN_SALES'] as const;

/**
 * Today's open checks and their sales, if there are any: the sixth figure. A day that loads has room for it if the one shown
 * before had it.
 */
export function OpenChecks({ summary }: { summary: Summary | null }) {
  const stands = (summary?.amounts.OPEN_CHECKS ?? 0) > 0;
  const known = summary !== null;
  useEffect(() => {
    if (known) write('home_open_checks', stands);
  }, [known, stands]);
  if (known ? !stands : read('home_open_checks') !== true) return null;
  return (
    <div className={classes.figure}>
      <dt className={classes.figureName}>
        <Link to={openChecksPath()} className={classes.figureLink}>
          {messages.openChecks.now}
        </Link>
        <FigureInfo id={ids} />
      </dt>
      <dd className={classes.figureValue}>
        {summary ? (
          formatFigure('OPEN_CHECKS', summary.amounts.OPEN_CHECKS)
        ) : (
          <ValueSkeleton width="60%" />
        )}
      </dd>
      <dd className={classes.figureMeta}>
        {summary && formatFigure('OPEN_SALES', summary.amounts.OPEN_SALES)}
      </dd>
    </div>
  );
}
