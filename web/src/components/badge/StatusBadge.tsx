import classes from './StatusBadge.module.css';

export type BadgeStyle = 'success' | 'caution' | 'danger' | 'info';

/** A short state, in words and colour. */
export function StatusBadge({ kind, label }: { kind: BadgeStyle; label: string }) {
  return (
    <span className={classes.root} data-kind={kind}>
      {label}
    </span>
  );
}
