import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

const ROLL_MS = 200;

/** Rolls from the number shown to the one given, in 200 ms; at once under reduced motion. */
export function useRollingNumber(target: number): number {
  const still = useReducedMotion();
  const [shown, setShown] = useState(target);
  const latest = useRef(target);

  useEffect(() => {
    const from = latest.current;
    if (still || from === target) {
      latest.current = target;
      setShown(target);
      return;
    }
    let frame = 0;
    let began: number | null = null;
    const step = (time: number) => {
      began ??= time;
      const done = Math.min((time - began) / ROLL_MS, 1);
      latest.current = done === 1 ? target : from + (target - from) * done;
      setShown(latest.current);
      if (done < 1) {
        frame = requestAnimationFrame(step);
      }
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [target, still]);

  return still ? target : shown;
}
