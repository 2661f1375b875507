import type { ReactNode } from 'react';
import classes from './Placeholder.module.css';

/**
 * Live region for the message instead of a list's rows. It is mounted before the message: screen readers announce only
 * changes in a region that they know.
 */
export function EmptyRegion({ children }: { children: ReactNode }) {
  return (
    <div className={classes.region} role="status">
      {children}
    </div>
  );
}
