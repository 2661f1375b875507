import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Card.module.css';

interface CardProps {
  children: ReactNode;
  /** Name of the region for a screen reader. */
  label?: string;
  labelledBy?: string;
}

/** A section of a page: 16 px of padding, a hairline border instead of a shadow. */
export function Card({ children, label, labelledBy }: CardProps) {
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      className={classes.root}
      aria-label={label}
      aria-labelledby={labelledBy}
    >
      {children}
    </Paper>
  );
}
