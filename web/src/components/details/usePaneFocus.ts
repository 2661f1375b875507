import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router';

/**
 * Moves the keyboard's focus to the heading of a pane that a person opened, and back to the row when it closes. A pane that
 * an address opened leaves the focus at the page.
 */
export function usePaneFocus<T extends HTMLElement>(): RefObject<T | null> {
  const heading = useRef<T>(null);
  const navigation = useNavigationType();
  const [opened] = useState(navigation === 'PUSH');
  useEffect(() => {
    if (!opened) return;
    const row = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => {
      const lost = document.activeElement === document.body;
      if (lost && row instanceof HTMLElement) row.focus({ preventScroll: true });
    };
  }, [opened]);
  return heading;
}
