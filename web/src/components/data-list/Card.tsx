import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Card.module.css';

interface CardProps {
  children: ReactNode;
  /** Name of the region for screen readers. */
  label?: string;
  labelledBy?: string;
  /** Less padding above and below, for a screen with much content. */
  compact?: boolean;
}

/** A section of a page: 16 px of padding, a hairline border instead of a shadow. */
export function Card({ children, label, labelledBy, compact }: CardProps) {
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      className={classes.root}
      data-compact={compact || undefined}
      aria-label={label}
      aria-labelledby={labelledBy}
    >
      {children}
    </Paper>
  );
}
