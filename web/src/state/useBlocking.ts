import { useEffect } from 'react';
import { useAppDispatch } from './hooks';
import { loaderHidden, loaderShown } from './ui';

/** Covers the screen with the spinner while a task runs that must finish first. */
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
