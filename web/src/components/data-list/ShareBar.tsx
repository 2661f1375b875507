import classes from './ShareBar.module.css';

/** A bar as long as its share; the percentage stands beside it in text. */
export function ShareBar({ share }: { share: number }) {
  const percent = Math.min(Math.max(share, 0), 1) * 100;
  return (
    <span className={classes.track} aria-hidden>
      <span className={classes.bar} style={{ width: `${percent}%` }} />
    </span>
  );
}
