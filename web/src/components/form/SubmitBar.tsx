import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './SubmitBar.module.css';

interface SubmitBarProps {
  label: string;
  busy: boolean;
  /** A link or second button below the primary one. */
  children?: ReactNode;
}

/** The one primary button of a form, pinned above the keyboard; what is below it is not pinned. */
export function SubmitBar({ label, busy, children }: SubmitBarProps) {
  return (
    <>
      <div className={classes.root} data-pinned-bar>
        <Button type="submit" fullWidth loading={busy}>
          {label}
        </Button>
      </div>
      {children && <div className={classes.below}>{children}</div>}
    </>
  );
}
