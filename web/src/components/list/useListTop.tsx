import { useCallback, useRef } from 'react';
import classes from './ListTop.module.css';

/** The start of a list below the bars on top, and a function that scrolls there: a new list is shown from its start. */
export function useListTop() {
  const start = useRef<HTMLDivElement>(null);
  const toTop = useCallback(() => {
    if ((start.current?.getBoundingClientRect().top ?? 0) < 0) start.current?.scrollIntoView();
  }, []);
  return { top: <div ref={start} className={classes.root} />, toTop };
}
