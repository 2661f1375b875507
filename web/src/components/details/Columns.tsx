import type { ReactNode } from 'react';
import { useWide } from '../navigation/useWide';
import classes from './Details.module.css';

interface ColumnsProps {
  className?: string | undefined;
  children: ReactNode;
}

/** A list, and the details of one of its rows beside it on wide screens. */
export function Columns({ className = '', children }: ColumnsProps) {
  return (
    <div className={`${classes.columns} ${className}`} data-wide={useWide() || undefined}>
      {children}
    </div>
  );
}
