import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './TextSkeleton.module.css';

/** Skeleton of a text that is known, or of one as long: it takes as many lines. */
export function TextSkeleton({ children }: { children: ReactNode }) {
  return (
    <Skeleton className={classes.root} radius="sm">
      <div className={classes.text}>{children}</div>
    </Skeleton>
  );
}
