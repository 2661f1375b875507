import { Skeleton } from '@mantine/core';
import classes from './Home.module.css';

/** Skeleton of a value, with the height of its line. */
export function ValueSkeleton({ width }: { width: string }) {
  return (
    <div className={classes.waiting}>
      <Skeleton className={classes.waitingValue} width={width} height="0.75em" radius="sm" />
    </div>
  );
}
