import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { currentEntry, overlaysIn, withOverlays } from '@/lib/history/entry';

type Changes = Readonly<Record<string, string | null>>;

/** The query that the history is at, which may be newer than what the page was drawn with, with changes. */
function changed(changes: Changes): URLSearchParams {
  const next = new URLSearchParams(currentEntry().search);
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
      setParams(changed(changes), {
        replace: true,
        preventScrollReset: true,
        state: currentEntry().state,
      }),
    [setParams],
  );
  const show = useCallback(
    (changes: Changes) => {
      const { state, search } = currentEntry();
      const shown = new URLSearchParams(search);
      const isOpen = Object.keys(changes).some((name) => shown.has(name));
      if (isOpen || Object.values(changes).every((value) => value === null)) {
        put(changes);
        return;
      }
      setParams(changed(changes), {
        preventScrollReset: true,
        state: withOverlays(state, overlaysIn(state) + 1),
      });
    },
    [put, setParams],
  );
  return { params, put, show };
}
