import type { ReactNode } from 'react';
import classes from './AttributeList.module.css';

export interface Attribute {
  label: string;
  value: ReactNode;
  hint?: string;
}

/** Attributes of an object: a label and a value per line. */
export function AttributeList({
  attributes,
  plain = false,
}: {
  attributes: readonly Attribute[];
  /** Without its own card, for use inside of one. */
  plain?: boolean;
}) {
  return (
    <dl className={classes.list} data-plain={plain || undefined}>
      {attributes.map(({ label, value, hint }) => (
        <div key={label} className={classes.row}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value}>
            {value}
            {hint && <span className={classes.hint}>{hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
