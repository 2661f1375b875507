import { type RefObject, useEffect, useRef, useState } from 'react';

/** Number of items shown at first, and added by each scroll to the end. */
const STEP = 20;
/** Pixels before the end at which more are added. */
const MARGIN_PX = 2000;

/** The scrolling box around an element; `null`: the page itself. */
function scrollerOf(element: Element): Element | null {
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  }
  return null;
}

/**
 * How many of `count` items are shown: more whenever the end comes near. `end` is the ref of an element below the last
 * one.
 */
export function useMoreOnScroll(count: number): {
  shown: number;
  end: RefObject<HTMLDivElement | null>;
} {
  const [shown, setShown] = useState(STEP);
  const end = useRef<HTMLDivElement>(null);
  const more = shown < count;

  // Observes again after each step: an end that is still near fires again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (!more || end.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          setShown((before) => before + STEP);
        }
      },
      { root: scrollerOf(end.current), rootMargin: `${MARGIN_PX}px 0px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [more, shown]);

  return { shown, end };
}
