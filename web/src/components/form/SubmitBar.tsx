import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useOnline } from '@/state/network/useOnline';
import { OfflineNote } from '../offline/OfflineNote';
import classes from './SubmitBar.module.css';

interface SubmitBarProps {
  label: string;
  busy: boolean;
  /** There is nothing to send. */
  disabled?: boolean;
  /** A link or second button below the primary one. */
  children?: ReactNode;
}

/**
 * The one primary button of a form, pinned above the keyboard; content below it is not pinned. Without a network the
 * form is not sent, neither now nor later.
 */
export function SubmitBar({ label, busy, disabled = false, children }: SubmitBarProps) {
  const online = useOnline();
  const note = useId();
  return (
    <>
      <div className={classes.root} data-pinned-bar>
        <OfflineNote id={note} />
        <Button
          type="submit"
          fullWidth
          loading={busy}
          disabled={!online || disabled}
          aria-describedby={online ? undefined : note}
        >
          {label}
        </Button>
      </div>
      {children && <div className={classes.below}>{children}</div>}
    </>
  );
}
