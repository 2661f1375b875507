import { Link } from 'react-router';
import { messages } from '@/lib/messages';
import classes from './MissingWages.module.css';
import { missingWagesPath } from './missingWagesPath';

interface MissingWagesProps {
  /** Figures of each shown location. */
  locations: readonly { posID: string }[];
}

/** Beside figures that lack the wages of some shifts: a link to enter them. */
export function MissingWages({ locations }: MissingWagesProps) {
  const path = missingWagesPath(locations);
  if (path === undefined) return null;
  return (
    <p className={classes.root}>
      {messages.wages.some}{' '}
      <Link to={path} className={classes.link} data-screen-only>
        {messages.wages.enter}
      </Link>
    </p>
  );
}
