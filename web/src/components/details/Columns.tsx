import type { ReactNode } from 'react';
import classes from './Details.module.css';

interface ColumnsProps {
  /** Whether the screen has room for two. */
  wide: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A list, and the details of one of its rows beside it. */
export function Columns({ wide, className = '', children }: ColumnsProps) {
  return (
    <div className={`${classes.columns} ${className}`} data-wide={wide || undefined}>
      {children}
    </div>
  );
}
