import { useCallback, useRef } from 'react';
import classes from './ListTop.module.css';

/** Where a list begins, below the bars on top, and the way back there: another list begins at its beginning. */
export function useListTop() {
  const place = useRef<HTMLDivElement>(null);
  const toTop = useCallback(() => {
    if ((place.current?.getBoundingClientRect().top ?? 0) < 0) place.current?.scrollIntoView();
  }, []);
  return { top: <div ref={place} className={classes.root} />, toTop };
}
