import type { ReactNode } from 'react';
import classes from './Page.module.css';
import { WithFilters } from './WithFilters';

interface PageProps {
  /** Above the contents; on wide screens beside them. */
  filters?: ReactNode;
  children: ReactNode;
}

/** The contents of a page below its bars: one column. */
export function Page({ filters, children }: PageProps) {
  return (
    <div className={classes.root}>
      {filters === undefined ? children : <WithFilters filters={filters}>{children}</WithFilters>}
    </div>
  );
}
