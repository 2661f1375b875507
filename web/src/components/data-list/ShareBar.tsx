import type { Change } from '@/lib/numbers';
import classes from './ShareBar.module.css';

interface ShareBarProps {
  /** 0 to 1. */
  share: number;
  /** A bar that stands for a change takes its colour. */
  tone?: Change['tone'] | undefined;
}

/** A bar as long as its share; the percentage stands beside it in text. */
export function ShareBar({ share, tone }: ShareBarProps) {
  const percent = Math.min(Math.max(share, 0), 1) * 100;
  return (
    <span className={classes.track} aria-hidden>
      <span className={classes.bar} data-tone={tone} style={{ width: `${percent}%` }} />
    </span>
  );
}
