import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { messages } from '@/lib/messages';
import { ListEnd } from '../../list/ListEnd';
import classes from './LongList.module.css';

interface LongListProps {
  /** Whether this is the previous list, shown until the requested one is loaded. */
  stale: boolean;
  /** The rows of the list. */
  children: ReactNode;
  /** Below the last row. */
  end: ReactNode;
}

/** A list that grows as it is scrolled. */
export function LongList({ stale, children, end }: LongListProps) {
  return (
    <div className={classes.list} data-stale={stale || undefined} aria-busy={stale}>
      {children}
      <ListEnd role="status">{end}</ListEnd>
    </div>
  );
}

interface MissingRowProps {
  failed: boolean;
  retry: () => void;
}

/** Stands for a row whose page is being read again. */
export function MissingRow({ failed, retry }: MissingRowProps) {
  return (
    <div className={classes.missing}>
      {failed ? (
        <Button variant="default" onClick={retry}>
          {messages.widgets.retry}
        </Button>
      ) : (
        <Skeleton height="2.5rem" />
      )}
    </div>
  );
}
