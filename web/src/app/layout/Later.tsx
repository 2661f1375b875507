import { type ComponentType, useEffect, useState } from 'react';

/** Milliseconds until code that could not be fetched is asked for again. */
const againMs = 5000;
/** Milliseconds that a page may take to come to rest. */
const restMs = 3000;

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
    if (!idle) attempt();
    else if ('requestIdleCallback' in window)
      window.requestIdleCallback(attempt, { timeout: restMs });
    else timer = setTimeout(attempt);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [load, idle]);
  return Part && <Part />;
}
