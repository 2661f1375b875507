import { useEffect } from 'react';
import { Link } from 'react-router';
import { FigureInfo } from '@/components/figure';
import { ValueSkeleton } from '@/components/skeleton/ValueSkeleton';
import { figureOf } from '@/lib/figures';
import { formatFigure, type Summary } from '@/lib/numbers';
import { openChecksPath } from '@/lib/paths';
import { read, write } from '@/lib/storage/storage';
import classes from '../Home.module.css';

const ids = ['OPEN_CHECKS', 'OPEN_SALES'] as const;

/**
 * Today's open checks, if there are any: `Open checks 5 · $231.40`. A day that loads has room for the line if the one
 * shown before had it.
 */
export function OpenChecks({ summary }: { summary: Summary | null }) {
  const stands = (summary?.amounts.OPEN_CHECKS ?? 0) > 0;
  const known = summary !== null;
  useEffect(() => {
    if (known) write('home_open_checks', stands);
  }, [known, stands]);
  if (known ? !stands : read('home_open_checks') !== true) return null;
  return (
    <div className={`${classes.figure} ${classes.open}`}>
      <dt className={classes.openName}>
        <Link to={openChecksPath()} className={classes.figureLink}>
          {figureOf('OPEN_CHECKS').label}
        </Link>
        <FigureInfo id={ids} />
      </dt>
      <dd className={classes.openValue}>
        {summary ? (
          ids.map((id) => formatFigure(id, summary.amounts[id])).join(' · ')
        ) : (
          <ValueSkeleton width="5rem" />
        )}
      </dd>
    </div>
  );
}
