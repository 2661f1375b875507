import { useEffect, useLayoutEffect, useRef } from 'react';
import { ScrollRestoration, useLocation, useNavigationType } from 'react-router';

/** Milliseconds for which a page may grow until it reaches the place it was left at. */
const patienceMs = 3000;
/** What a person does to go elsewhere themselves. */
const ownWays = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls as far as the page reaches, again and again while it grows, until it reaches `place`. */
function scrollUntil(place: number, done: () => void): () => void {
  const began = performance.now();
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const way of ownWays) window.removeEventListener(way, stop);
    done();
  };
  const step = () => {
    if (Math.abs(window.scrollY - place) > 1) window.scrollTo(0, place);
    const there = Math.abs(window.scrollY - place) <= 1;
    if (there || performance.now() - began > patienceMs) stop();
    else frame = requestAnimationFrame(step);
  };
  for (const way of ownWays) window.addEventListener(way, stop, { passive: true });
  frame = requestAnimationFrame(step);
  return stop;
}

/**
 * Going back finds the place where a page was left. The router restores it at once; a long list
 * grows to it page by page.
 */
export function ScrollKeeper() {
  const { key } = useLocation();
  const type = useNavigationType();
  const places = useRef(new Map<string, number>());
  const restoring = useRef(false);

  useLayoutEffect(() => {
    const place = places.current.get(key) ?? 0;
    if (type === 'REPLACE') places.current.set(key, window.scrollY);
    if (type !== 'POP' || place === 0) return;
    restoring.current = true;
    return scrollUntil(place, () => {
      restoring.current = false;
    });
  }, [key, type]);

  useEffect(() => {
    const note = () => {
      if (!restoring.current) places.current.set(key, window.scrollY);
    };
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [key]);

  return <ScrollRestoration />;
}
