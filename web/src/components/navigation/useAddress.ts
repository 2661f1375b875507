import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** The query of the page's address, and a function that changes parts of it in place: `null` or '' removes a part. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const put = useCallback(
    (changes: Readonly<Record<string, string | null>>) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value === null || value === '') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return { params, put };
}
