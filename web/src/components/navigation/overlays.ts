import { useLayoutEffect, useRef } from 'react';
import { currentEntry, overlaysIn } from '@/lib/history/entry';

/** Something that lies over the page, or a detail beside a list. */
export interface Overlay {
  /** The page that it was opened on. */
  readonly pathname: string;
  /** Asks it to close; it may ask a person first. Null while it must stay. */
  readonly close: (() => void) | null;
}

let open: readonly Overlay[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Overlay[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Open overlays of the page in the order in which they were opened: the last is on top. */
export function openOverlays(): readonly Overlay[] {
  // Those of another page close with it, later than the history goes on.
  return open.filter(({ pathname }) => pathname === currentEntry().pathname);
}

/** Calls `listener` whenever an overlay opens or closes; returns a function that ends that. */
export function onOverlays(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Gives an overlay its entry in the history while it is open, so that Back closes it; `onClose` is null while it must stay.
 * One that the address opens has its entry already; if a link led to it, Back returns to the page of the link.
 */
export function useOverlay(opened: boolean, onClose: (() => void) | null, byAddress = false): void {
  const newest = useRef(onClose);
  useLayoutEffect(() => {
    newest.current = onClose;
  });
  useLayoutEffect(() => {
    const { pathname, state } = currentEntry();
    if (!opened || (byAddress && overlaysIn(state) <= openOverlays().length)) return;
    const overlay: Overlay = {
      pathname,
      get close() {
        return newest.current;
      },
    };
    change([...open, overlay]);
    return () => change(open.filter((one) => one !== overlay));
  }, [opened, byAddress]);
}
