import { type PointerEvent, useRef } from 'react';
import { swipeDistance } from '../gestures/useSwipe';

/** Lets a sheet follow the finger downwards; past 40 px it closes, before that it springs back. */
export function useDragToClose(onClose: () => void) {
  const ref = useRef<HTMLDivElement>(null);
  const startY = useRef<number | null>(null);

  const move = (y: number) => {
    if (ref.current) ref.current.style.translate = y > 0 ? `0 ${y}px` : '';
  };
  const end = (event: PointerEvent) => {
    if (startY.current === null) return;
    const distance = event.clientY - startY.current;
    startY.current = null;
    move(0);
    if (distance > swipeDistance) onClose();
  };

  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      // Buttons on the handle are pressed, not dragged.
      if ((event.target as HTMLElement).closest('button')) return;
      startY.current = event.clientY;
      event.currentTarget.setPointerCapture?.(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (startY.current !== null) move(event.clientY - startY.current);
    },
    onPointerUp: end,
    onPointerCancel: () => {
      startY.current = null;
      move(0);
    },
  };
  return { ref, handlers };
}
