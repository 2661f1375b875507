import type { ReactNode } from 'react';
import classes from './Page.module.css';

/** The contents of a page below its bars: one column. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={classes.root}>{children}</div>;
}
