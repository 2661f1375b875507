import { VisuallyHidden } from '@mantine/core';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import { messages } from '@/lib/messages';
import type { Change } from '@/lib/numbers';
import classes from './ChangeBadge.module.css';

const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight };

/** A change with sign, arrow and colour; nothing without a comparison. */
export function ChangeBadge({
  change,
  against,
}: {
  change: Change | null;
  /** The compared span, if that is not last week: 'week before'. */
  against?: string | undefined;
}) {
  if (change === null) {
    return null;
  }
  const Arrow = arrows[change.direction];
  return (
    <span className={classes.root} data-tone={change.tone}>
      <Arrow className={classes.arrow} stroke={2} aria-hidden />
      <VisuallyHidden>{against === undefined ? messages.figures.change : against}: </VisuallyHidden>
      {change.text}
    </span>
  );
}
