import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, type TouchEvent, useRef, useState } from 'react';
import classes from './Home.module.css';

/** Pixels of pull at which a release refreshes; the finger travels twice as far. */
const ENOUGH = 56;
const RESISTANCE = 2;

interface PullToRefreshProps {
  refreshing: boolean;
  onRefresh: () => void;
  children: ReactNode;
}

/** Pulling the page down from its top asks for it again. A visible button does the same elsewhere. */
export function PullToRefresh({ refreshing, onRefresh, children }: PullToRefreshProps) {
  const [pulled, setPulled] = useState(0);
  const startY = useRef<number | null>(null);

  const begin = (event: TouchEvent) => {
    const touch = event.touches[0];
    startY.current = window.scrollY <= 0 && touch !== undefined ? touch.clientY : null;
  };
  const move = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (startY.current === null || touch === undefined) {
      return;
    }
    const distance = (touch.clientY - startY.current) / RESISTANCE;
    setPulled(window.scrollY <= 0 ? Math.min(Math.max(distance, 0), ENOUGH * 1.5) : 0);
  };
  const end = () => {
    if (pulled >= ENOUGH && !refreshing) {
      onRefresh();
    }
    startY.current = null;
    setPulled(0);
  };

  return (
    <div onTouchStart={begin} onTouchMove={move} onTouchEnd={end} onTouchCancel={end}>
      <div className={classes.pull} style={{ height: pulled }} aria-hidden>
        <IconRefresh
          className={classes.pullIcon}
          style={{ rotate: `${(pulled / ENOUGH) * 180}deg` }}
        />
      </div>
      {children}
    </div>
  );
}
