import { useCallback, useRef } from 'react';

/** Runs one task at a time: another one meanwhile, as by a double tap, is dropped and answers `null`. */
export function useOneAtATime() {
  const isRunning = useRef(false);
  return useCallback(async <Result>(task: () => Promise<Result>): Promise<Result | null> => {
    if (isRunning.current) return null;
    isRunning.current = true;
    try {
      return await task();
    } finally {
      isRunning.current = false;
    }
  }, []);
}
