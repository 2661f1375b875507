import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { overlaysIn } from '@/lib/history/entry';
import { read, write } from '@/lib/storage/storage';

/** Milliseconds without growth after which a page stops restoring its scroll position: the time limit of a call. */
const patienceMs = 20_000;
/** Pages whose scroll position outlives a reload. */
const positionsMax = 100;
/** Events of a person who scrolls. */
const scrollEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls as far as the page reaches, repeatedly while it grows, until it reaches `target`. */
function scrollUntil(target: number, done: () => void): () => void {
  let length = 0;
  let grown = 0;
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const type of scrollEvents) window.removeEventListener(type, stop);
    done();
  };
  const step = () => {
    const { scrollHeight } = document.documentElement;
    if (scrollHeight !== length) [length, grown] = [scrollHeight, performance.now()];
    if (Math.abs(window.scrollY - target) > 1) window.scrollTo(0, target);
    const reached = Math.abs(window.scrollY - target) <= 1;
    if (reached || performance.now() - grown > patienceMs) stop();
    else frame = requestAnimationFrame(step);
  };
  for (const type of scrollEvents) window.addEventListener(type, stop, { passive: true });
  // At once if the page is long enough, so that its top is not seen.
  step();
  return stop;
}

const entryOf = (key: string, pathname: string) => `${key} ${pathname}`;

/** The router's key of the tab's entry, which the browser has before the router draws it. */
function historyKey(): string {
  const state: unknown = window.history.state;
  const key = typeof state === 'object' && state !== null && 'key' in state ? state.key : null;
  return typeof key === 'string' ? key : 'default';
}

/**
 * A page begins at its top. Going back to it or reloading it restores its scroll position, also if a long list grows to
 * it page by page. An address that changes in place does not scroll, nor does an
 * overlay. In place of the router's own restoration, which
 * comes after the first rows and overrides scrolling that began meanwhile.
 */
export function ScrollKeeper() {
  const { key, pathname, state } = useLocation();
  const overlays = overlaysIn(state);
  const type = useNavigationType();
  /** By entry of the tab's history; the first entry has the same key in every visit. */
  const [positions] = useState(() => new Map(read('scrollPlaces')));
  const entry = entryOf(key, pathname);
  const shown = useRef<{ pathname: string; overlays: number }>(null);
  const restoring = useRef(false);

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
  }, []);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { pathname, overlays };
    const inPlace =
      before?.pathname === pathname && (type === 'REPLACE' || before.overlays !== overlays);
    if (inPlace) {
      positions.set(entry, window.scrollY);
      return;
    }
    const target = type === 'POP' ? (positions.get(entry) ?? 0) : 0;
    if (target === 0) {
      window.scrollTo(0, 0);
      return;
    }
    restoring.current = true;
    return scrollUntil(target, () => {
      restoring.current = false;
    });
  }, [entry, overlays, pathname, positions, type]);

  // Ends with the page: the next one's scrolling is its own.
  useLayoutEffect(() => {
    const keep = (place: string) => {
      if (restoring.current) return;
      // The newest last.
      positions.delete(place);
      positions.set(place, window.scrollY);
    };
    const note = () => keep(entry);
    const store = () => {
      // A page may be left before the event of its last scroll, and before a changed address is drawn.
      if (window.location.pathname === pathname) keep(entryOf(historyKey(), pathname));
      else note();
      write('scrollPlaces', [...positions].slice(-positionsMax));
    };
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', store);
    };
  }, [entry, pathname, positions]);

  return null;
}
