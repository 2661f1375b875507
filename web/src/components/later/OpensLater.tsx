import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { atRest } from '@/lib/loading/atRest';
import { messages } from '@/lib/messages';
import { showToast } from '../toast/toast';

interface Opens {
  opened: boolean;
  onClose: () => void;
}

type Load<P> = () => Promise<ComponentType<P>>;

/** What came once is there at once wherever it is used next: the component of each `load`. */
const loaded = new WeakMap<object, unknown>();

/**
 * A sheet or dialog whose code comes when its page is at rest, or when it is opened before: a page that
 * shows nothing of it does not wait for it. `load` stays the same between renders.
 */
export function OpensLater<P extends Opens>({ load, ...rest }: { load: Load<P> } & P) {
  const [Part, setPart] = useState(
    () => (loaded.get(load) as ComponentType<P> | undefined) ?? null,
  );
  const [broken, setBroken] = useState<unknown>(null);
  const { opened, onClose } = rest;
  const missing = Part === null;
  // It opens after it is there: then it slides in, and knows where the focus came from.
  const [there, setThere] = useState(!missing);
  const onFailure = useEffectEvent((error: unknown) => {
    // Nobody waits for it: opening it asks again.
    if (!opened) return;
    if (navigator.onLine) return setBroken(error);
    showToast({ severity: 'error', detail: messages.network.offline, key: 'network' });
    onClose();
  });

  useEffect(() => {
    if (!missing) return;
    let gone = false;
    const fetchCode = () => {
      load().then(
        (part) => {
          loaded.set(load, part);
          if (!gone) setPart(() => part);
        },
        (error: unknown) => {
          if (!gone) onFailure(error);
        },
      );
    };
    const callOff = opened ? fetchCode() : atRest(fetchCode);
    return () => {
      gone = true;
      callOff?.();
    };
  }, [missing, opened, load]);

  useEffect(() => {
    if (!missing) setThere(true);
  }, [missing]);

  // The route's error page loads anew what an older version has lost.
  if (broken !== null) throw broken;
  return Part && <Part {...(rest as unknown as P)} opened={opened && there} />;
}
