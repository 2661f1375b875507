import classes from './Sums.module.css';

interface Sum {
  label: string;
  /** Formatted amount. */
  value: string;
  /** What it consists of, in small letters under it. */
  details?: readonly string[] | undefined;
}

interface SumsProps {
  /** Label, if there is no heading. */
  label?: string;
  rows: readonly Sum[];
  /** Sum of the others. */
  total?: Sum | undefined;
}

/** Amounts under each other, and their sum. */
export function Sums({ label, rows, total }: SumsProps) {
  return (
    <dl className={classes.sums} aria-label={label}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike.
        <Row key={index} row={row} />
      ))}
      {total && <Row row={total} strong />}
    </dl>
  );
}

function Row({ row, strong }: { row: Sum; strong?: boolean }) {
  return (
    <div className={classes.sum} data-strong={strong || undefined}>
      <dt>{row.label}</dt>
      <dd>{row.value}</dd>
      {row.details?.map((detail, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike.
        <dd key={index} className={classes.detail}>
          {detail}
        </dd>
      ))}
    </div>
  );
}
