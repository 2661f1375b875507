import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { read, write } from '@/lib/storage/storage';

/** Milliseconds for which a page may stay as long as it is until it reaches the place it was left at: those of a call. */
const patienceMs = 20_000;
/** Pages whose place outlives a reload. */
const placesMax = 100;
/** What a person does to go elsewhere themselves. */
const ownWays = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls as far as the page reaches, again and again while it grows, until it reaches `place`. */
function scrollUntil(place: number, done: () => void): () => void {
  let length = 0;
  let grown = 0;
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const way of ownWays) window.removeEventListener(way, stop);
    done();
  };
  const step = () => {
    const { scrollHeight } = document.documentElement;
    if (scrollHeight !== length) [length, grown] = [scrollHeight, performance.now()];
    if (Math.abs(window.scrollY - place) > 1) window.scrollTo(0, place);
    const there = Math.abs(window.scrollY - place) <= 1;
    if (there || performance.now() - grown > patienceMs) stop();
    else frame = requestAnimationFrame(step);
  };
  for (const way of ownWays) window.addEventListener(way, stop, { passive: true });
  // At once where the page is long enough, so that its top is not seen.
  step();
  return stop;
}

/**
 * Another page begins at its top, unless one goes back to it or loads it anew: then it is found where it was left, also
 * where a long list grows to that place page by page. An address that changes in place moves nothing.
 *
 * The router's own restoration is not used: it comes after the first rows are there, and throws back whoever has scrolled
 * by then.
 */
export function ScrollKeeper() {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  /** By their entry in the tab's history; the first entry has the same key in every visit. */
  const [places] = useState(() => new Map(read('scrollPlaces')));
  const entry = `${key} ${pathname}`;
  const shown = useRef<string>(null);
  const restoring = useRef(false);

  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
  }, []);

  useLayoutEffect(() => {
    const inPlace = type === 'REPLACE' && shown.current === pathname;
    shown.current = pathname;
    if (inPlace) {
      places.set(entry, window.scrollY);
      return;
    }
    const place = type === 'POP' ? (places.get(entry) ?? 0) : 0;
    if (place === 0) {
      window.scrollTo(0, 0);
      return;
    }
    restoring.current = true;
    return scrollUntil(place, () => {
      restoring.current = false;
    });
  }, [entry, pathname, places, type]);

  // With the page itself: what the next one scrolls is not this one's.
  useLayoutEffect(() => {
    const note = () => {
      if (restoring.current) return;
      // The newest last.
      places.delete(entry);
      places.set(entry, window.scrollY);
    };
    const store = () => {
      // A page may go before the event of its last scroll.
      note();
      write('scrollPlaces', [...places].slice(-placesMax));
    };
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', store);
    };
  }, [entry, places]);

  return null;
}
