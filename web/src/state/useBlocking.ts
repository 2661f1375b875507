import { useEffect } from 'react';
import { useAppDispatch } from './hooks';
import { loaderHidden, loaderShown } from './ui';

/** Covers the screen with the spinner while something runs that nothing else may overtake. */
export function useBlocking(active: boolean): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!active) return;
    dispatch(loaderShown());
    return () => {
      dispatch(loaderHidden());
    };
  }, [active, dispatch]);
}
