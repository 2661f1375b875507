import type { Icon } from '@tabler/icons-react';
import page from '../Connect.module.css';
import classes from './LaterRow.module.css';

interface LaterRowProps {
  icon: Icon;
  label: string;
  detail: string;
}

/** A way that does not exist yet: no button. */
export function LaterRow({ icon: Glyph, label, detail }: LaterRowProps) {
  return (
    <div className={classes.later}>
      <span className={classes.icon}>
        <Glyph size={22} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.text}>
        <p className={classes.label}>{label}</p>
        <p className={page.hint}>{detail}</p>
      </div>
    </div>
  );
}
