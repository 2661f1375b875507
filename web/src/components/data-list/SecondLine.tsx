import { Fragment } from 'react';
import classes from './SecondLine.module.css';

/** Separator between the parts of a second line. */
const SEPARATOR = ' · ';

/** A second line of parts; if it wraps, no dot is left at the end or the start of a line. */
export function SecondLine({ text }: { text: string }) {
  return (
    <span className={classes.root}>
      <span className={classes.parts}>
        {text.split(SEPARATOR).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id.
          <Fragment key={index}>
            <span className={classes.part}>
              {index > 0 && <span className={classes.dot}>{SEPARATOR}</span>}
              {part}
            </span>
            <wbr />
          </Fragment>
        ))}
      </span>
    </span>
  );
}
