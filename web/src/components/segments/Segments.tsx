import { Link, type To } from 'react-router';
import { CountBadge } from '../badge/CountBadge';
import classes from './Segments.module.css';

export interface Segment {
  label: string;
  to: To;
  /** Number of unread items there. */
  count?: number;
  /** The shown part. */
  current: boolean;
}

/** Switches between the parts of a page; each has its own address. */
export function Segments({ label, items }: { label: string; items: readonly Segment[] }) {
  return (
    <nav aria-label={label} className={classes.root}>
      {items.map((item) => (
        <Link
          key={item.label}
          to={item.to}
          replace
          className={classes.link}
          aria-current={item.current ? 'page' : undefined}
        >
          <span className={classes.label}>
            {item.label}
            <CountBadge count={item.count ?? 0} />
          </span>
        </Link>
      ))}
    </nav>
  );
}
