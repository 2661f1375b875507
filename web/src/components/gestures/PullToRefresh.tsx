import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, type TouchEvent, useRef, useState } from 'react';
import classes from './PullToRefresh.module.css';

/** Pixels of pull at which a release refreshes; the finger travels twice as far. */
const REFRESH_PX = 56;
const RESISTANCE = 2;
/** Pixels of movement before the direction counts. */
const SLACK_PX = 8;

interface PullToRefreshProps {
  refreshing: boolean;
  onRefresh: () => void;
  children: ReactNode;
}

/** Whether a pull may begin here: in the page itself, with everything above scrolled to its top. */
function mayBegin(page: Element, target: EventTarget): boolean {
  // Sheets of the page lie elsewhere in the document, and are not part of it.
  if (!(target instanceof Element) || !page.contains(target) || window.scrollY > 0) return false;
  if (target.closest('[data-swipe], input, textarea, select')) return false;
  for (let part: Element | null = target; part && part !== page; part = part.parentElement) {
    if (part.scrollTop > 0) return false;
  }
  return true;
}

/** Pulling the page down from its top refreshes it. A visible button or a live event does the same. */
export function PullToRefresh({ refreshing, onRefresh, children }: PullToRefreshProps) {
  const [pulled, setPulled] = useState(0);
  const start = useRef<{ x: number; y: number; sure: boolean } | null>(null);

  const begin = (event: TouchEvent) => {
    const touch = event.touches[0];
    const one = event.touches.length === 1 && touch !== undefined;
    start.current =
      one && mayBegin(event.currentTarget, event.target)
        ? { x: touch.clientX, y: touch.clientY, sure: false }
        : null;
  };
  const move = (event: TouchEvent) => {
    const touch = event.touches[0];
    const from = start.current;
    if (from === null || touch === undefined) return;
    const across = Math.abs(touch.clientX - from.x);
    const down = touch.clientY - from.y;
    if (!from.sure && Math.max(across, Math.abs(down)) > SLACK_PX) {
      // A gesture for a carousel or for scrolling.
      if (across > down) start.current = null;
      else from.sure = true;
    }
    const distance = start.current === null || window.scrollY > 0 ? 0 : down / RESISTANCE;
    setPulled(Math.min(Math.max(distance, 0), REFRESH_PX * 1.5));
  };
  const end = (released: boolean) => () => {
    if (released && pulled >= REFRESH_PX && !refreshing) onRefresh();
    start.current = null;
    setPulled(0);
  };

  return (
    <div onTouchStart={begin} onTouchMove={move} onTouchEnd={end(true)} onTouchCancel={end(false)}>
      <div
        className={classes.pull}
        style={{ height: refreshing ? REFRESH_PX : pulled }}
        data-testid="pull"
        aria-hidden
      >
        <IconRefresh
          className={classes.icon}
          data-busy={refreshing || undefined}
          data-enough={pulled >= REFRESH_PX || undefined}
          style={{ rotate: `${(pulled / REFRESH_PX) * 180}deg` }}
        />
      </div>
      {children}
    </div>
  );
}
