import { Skeleton } from '@mantine/core';
import classes from './ValueSkeleton.module.css';

/** Skeleton of a value, with the height of its line. */
export function ValueSkeleton({ width }: { width: string }) {
  return (
    <div className={classes.root}>
      <Skeleton className={classes.value} width={width} height="0.75em" radius="sm" />
    </div>
  );
}
