import { useLocation, useNavigationType, useOutlet } from 'react-router';
import classes from './SlideOutlet.module.css';

/** The page slides in from the right going forward, from the left going back. */
export function SlideOutlet() {
  const { pathname } = useLocation();
  const direction = useNavigationType() === 'POP' ? 'back' : 'forward';
  const outlet = useOutlet();
  return (
    <div className={classes.clip}>
      <div key={pathname} className={classes.page} data-direction={direction}>
        {outlet}
      </div>
    </div>
  );
}
