import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType, useOutlet } from 'react-router';
import classes from './SlideOutlet.module.css';

/**
 * The page slides in from the right going forward, from the left going back. The focus moves to it, so that a screen
 * reader or the next Tab starts there.
 */
export function SlideOutlet() {
  const { pathname } = useLocation();
  const direction = useNavigationType() === 'POP' ? 'back' : 'forward';
  // Entries of one page do not slide.
  const [slid, setSlid] = useState({ pathname, direction });
  if (slid.pathname !== pathname) setSlid({ pathname, direction });
  const outlet = useOutlet();
  const page = useRef<HTMLDivElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    page.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className={classes.clip}>
      <div
        key={pathname}
        ref={page}
        tabIndex={-1}
        className={classes.page}
        data-direction={slid.direction}
      >
        {outlet}
      </div>
    </div>
  );
}
