import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { currentEntry, overlaysIn, withOverlays } from '@/lib/history/entry';

type Changes = Readonly<Record<string, string | null>>;

function changed(before: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/**
 * The query of the page's address. `put` changes parts of it in place: `null` or '' removes a part. `show` opens a detail
 * by its parts, in an entry of the history of its own, shows another in its place, or closes it by `null` for each.
 */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const put = useCallback(
    (changes: Changes) =>
      setParams((before) => changed(before, changes), {
        replace: true,
        preventScrollReset: true,
        state: currentEntry().state,
      }),
    [setParams],
  );
  const show = useCallback(
    (changes: Changes) => {
      const isOpen = Object.keys(changes).some((name) => params.has(name));
      if (isOpen || Object.values(changes).every((value) => value === null)) {
        put(changes);
        return;
      }
      const { state } = currentEntry();
      setParams((before) => changed(before, changes), {
        preventScrollReset: true,
        state: withOverlays(state, overlaysIn(state) + 1),
      });
    },
    [params, put, setParams],
  );
  return { params, put, show };
}
