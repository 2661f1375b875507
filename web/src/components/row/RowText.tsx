import type { ReactNode } from 'react';
import classes from './RowText.module.css';

interface RowTextProps {
  title: ReactNode;
  /** Second line, muted. */
  detail?: ReactNode;
  /** Third line, muted. */
  further?: ReactNode;
  /** Below the lines. */
  children?: ReactNode;
}

/** The left side of a row: title, and further lines below. */
export function RowText({ title, detail, further, children }: RowTextProps) {
  return (
    <span className={classes.text}>
      <span className={classes.title}>{title}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
      {further && <span className={classes.detail}>{further}</span>}
      {children}
    </span>
  );
}
