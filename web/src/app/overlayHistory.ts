import type { createBrowserRouter, Location } from 'react-router';
import { type Overlay, onOverlays, openOverlays } from '@/components/navigation/overlays';
import { noteEntry, overlaysIn, withOverlays } from '@/lib/history/entry';

type Router = ReturnType<typeof createBrowserRouter>;

const addressOf = ({ pathname, search, hash }: Location) => pathname + search + hash;

/**
 * Keeps one entry of the history for each open overlay, above that of the page: Back closes the overlay on top. An entry
 * says in its state how many overlays lie over the page. One that is closed otherwise takes its entry along, and the
 * address that the page has by then stays. Returns a function that ends it.
 */
export function keepOverlayHistory(router: Router): () => void {
  let shown = router.state.location;
  noteEntry(shown);
  /** The number of overlays when entries were last compared with them. */
  let counted = 0;
  /** Overlays that Back asked to close, and that have not closed yet. */
  const asked = new Set<Overlay>();
  /** The address that the entry below gets, while the history is on its way there. */
  let carried: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const settle = () => {
    timer = undefined;
    // Another page is being loaded: its entry has none of them.
    if (router.state.navigation.state !== 'idle' || carried !== null) return;
    const { location } = router.state;
    const overlays = openOverlays();
    for (const overlay of asked) if (!overlays.includes(overlay)) asked.delete(overlay);
    const top = overlays.at(-1);
    // What was asked to close asks a person first: it stays until the answer.
    if (top && !asked.has(top)) asked.clear();
    const wanted = overlays.length - asked.size;
    const entries = overlaysIn(location.state);
    // An entry that the history returned to may be ahead of its overlay, which opens with the page.
    const hasClosed = wanted < counted;
    counted = wanted;
    if (entries < wanted) {
      const state = withOverlays(location.state, entries + 1);
      void router.navigate(addressOf(location), { state, preventScrollReset: true });
    } else if (entries > wanted && hasClosed) {
      carried = addressOf(location);
      void router.navigate(wanted - entries);
    }
  };
  // After the event that changed something: it may go to another page as well.
  const settleSoon = () => {
    timer ??= setTimeout(settle, 0);
  };

  const unsubscribe = router.subscribe(({ location, historyAction }) => {
    const before = shown;
    shown = location;
    noteEntry(location);
    if (historyAction === 'POP' && location.key !== before.key) {
      returned(location, location.pathname === before.pathname);
    }
    settleSoon();
  });

  function returned(location: Location, toSamePage: boolean): void {
    const address = carried;
    carried = null;
    if (address !== null) {
      if (addressOf(location) !== address) {
        const { state } = location;
        void router.navigate(address, { state, replace: true, preventScrollReset: true });
      }
      return;
    }
    // Those of another page close with it.
    if (!toSamePage) return;
    for (const overlay of openOverlays().slice(overlaysIn(location.state)).reverse()) {
      if (overlay.close === null) break;
      asked.add(overlay);
      overlay.close();
    }
  }

  const forget = onOverlays(settleSoon);
  return () => {
    unsubscribe();
    forget();
    clearTimeout(timer);
    noteEntry({ pathname: '', search: '', state: null });
  };
}
