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
  // Counted here too: a release may come before the last movement is drawn.
  const touch = useRef<{ x: number; y: number; sure: boolean; pulled: number } | null>(null);

  const begin = (event: TouchEvent) => {
    const finger = event.touches[0];
    const one = event.touches.length === 1 && finger !== undefined;
    touch.current =
      one && mayBegin(event.currentTarget, event.target)
        ? { x: finger.clientX, y: finger.clientY, sure: false, pulled: 0 }
        : null;
  };
  const move = (event: TouchEvent) => {
    const finger = event.touches[0];
    const from = touch.current;
    if (from === null || finger === undefined) return;
    const across = Math.abs(finger.clientX - from.x);
    const down = finger.clientY - from.y;
    if (!from.sure && Math.max(across, Math.abs(down)) > SLACK_PX) {
      // A gesture for a carousel or for scrolling.
      if (across > down) touch.current = null;
      else from.sure = true;
    }
    const distance = touch.current === null || window.scrollY > 0 ? 0 : down / RESISTANCE;
    from.pulled = Math.min(Math.max(distance, 0), REFRESH_PX * 1.5);
    setPulled(from.pulled);
  };
  const end = (released: boolean) => () => {
    const enough = (touch.current?.pulled ?? 0) >= REFRESH_PX;
    touch.current = null;
    setPulled(0);
    if (released && enough && !refreshing) onRefresh();
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
