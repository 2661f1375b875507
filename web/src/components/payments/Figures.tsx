import { formatCents } from '@/lib/money';
import classes from './Figures.module.css';

interface FiguresProps {
  label: string;
  /** The last is what the others make. */
  rows: readonly { label: string; cents: number }[];
}

/** Amounts under each other, and what they make. */
export function Figures({ label, rows }: FiguresProps) {
  return (
    <dl className={classes.sums} aria-label={label}>
      {rows.map((row, index) => (
        <div
          key={row.label}
          className={classes.sum}
          data-strong={index === rows.length - 1 || undefined}
        >
          <dt>{row.label}</dt>
          <dd>{formatCents(row.cents)}</dd>
        </div>
      ))}
    </dl>
  );
}
