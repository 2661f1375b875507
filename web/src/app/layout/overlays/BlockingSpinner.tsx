import { Spinner } from '@/components/skeleton/Spinner';
import { useAppSelector } from '@/state/hooks';
import classes from './BlockingSpinner.module.css';

/** Covers the whole screen while the loader flag is on. */
export function BlockingSpinner() {
  const blocking = useAppSelector((state) => state.ui.blocking > 0);
  if (!blocking) return null;
  return (
    <div className={classes.root}>
      <Spinner size="lg" />
    </div>
  );
}
