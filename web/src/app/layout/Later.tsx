import { type ComponentType, useEffect, useState } from 'react';
import { atRest } from '@/lib/loading/atRest';

/** Milliseconds until code that could not be fetched is asked for again. */
const againMs = 5000;

type Module = { default: ComponentType };

interface LaterProps {
  load: () => Promise<Module>;
  /** Whether it may wait until the page has come to rest. */
  idle?: boolean;
}

/**
 * Something that the first page does without. Its code comes beside it, or after it; what cannot be
 * fetched is asked for again, and nothing else waits for it.
 */
export function Later({ load, idle = false }: LaterProps) {
  const [Part, setPart] = useState<ComponentType | null>(null);
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = () => {
      load().then(
        (module) => {
          if (!gone) setPart(() => module.default);
        },
        () => {
          if (!gone) timer = setTimeout(attempt, againMs);
        },
      );
    };
    const callOff = idle ? atRest(attempt) : attempt();
    return () => {
      gone = true;
      callOff?.();
      clearTimeout(timer);
    };
  }, [load, idle]);
  return Part && <Part />;
}
