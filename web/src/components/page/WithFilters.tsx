import type { ReactNode } from 'react';
import classes from './WithFilters.module.css';

interface WithFiltersProps {
  /** Location, dates and the like. */
  filters: ReactNode;
  children: ReactNode;
}

/** In a column that is a container: filters above the contents; on wide screens beside them, where they stay in sight. */
export function WithFilters({ filters, children }: WithFiltersProps) {
  return (
    <div className={classes.root}>
      <div className={classes.filters}>{filters}</div>
      <div className={classes.contents}>{children}</div>
    </div>
  );
}
