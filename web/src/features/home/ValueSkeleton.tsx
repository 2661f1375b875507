import { Skeleton } from '@mantine/core';
import classes from './Home.module.css';

/** Stands in the line of a value that is not known yet, and leaves the line as high as it will be. */
export function ValueSkeleton({ width }: { width: string }) {
  return (
    <div className={classes.waiting}>
      <Skeleton className={classes.waitingValue} width={width} height="0.75em" radius="sm" />
    </div>
  );
}
