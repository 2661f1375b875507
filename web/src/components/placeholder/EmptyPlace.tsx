import type { ReactNode } from 'react';
import classes from './Placeholder.module.css';

/**
 * The place of what is said instead of a list's rows. It is to stand there before: screen readers speak only what comes
 * into a place that they know.
 */
export function EmptyPlace({ children }: { children: ReactNode }) {
  return (
    <div className={classes.place} role="status">
      {children}
    </div>
  );
}
