import type { ComponentProps, ReactNode } from 'react';
import { FileMenu } from './FileMenu';
import classes from './FileRow.module.css';

interface FileRowProps extends ComponentProps<typeof FileMenu> {
  /** What stands beside the menu. */
  children?: ReactNode;
}

/** A line above a list, with the menu that takes it away at its end. */
export function FileRow({ children, ...file }: FileRowProps) {
  return (
    <div className={classes.row}>
      <div className={classes.beside}>{children}</div>
      <FileMenu {...file} />
    </div>
  );
}
