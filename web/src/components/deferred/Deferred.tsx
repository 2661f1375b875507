import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { whenIdle } from '@/lib/loading/whenIdle';
import { messages } from '@/lib/messages';
import { showToast } from '../toast/toast';

/** Milliseconds until code that could not be fetched is fetched again. */
const retryMs = 5000;

/** Fetches the code of a part; the same function in each render. */
type Load<Props> = () => Promise<ComponentType<Props>>;

interface DeferredProps {
  /** The code of a part that is always there may wait until the page is idle. */
  idle?: boolean;
  /** Given for a sheet or a dialog. */
  opened?: boolean;
  onClose?: () => void;
}

/** The loaded parts: each is shown at once from then on. */
const loaded = new WeakMap<object, unknown>();

/**
 * A part whose code comes after the page's own: nothing waits for it. That of a sheet or dialog is fetched when the page
 * is idle, or when it is opened before. In place of `lazy` of React, which remembers a failure for good and opens a sheet
 * in the moment it mounts, so that it neither slides in nor knows where the focus came from.
 */
export function Deferred<Props extends object>({
  load,
  idle = false,
  ...props
}: { load: Load<Props> } & DeferredProps & Props) {
  const { opened, onClose } = props as DeferredProps;
  const [Part, setPart] = useState(
    () => (loaded.get(load) as ComponentType<Props> | undefined) ?? null,
  );
  const [broken, setBroken] = useState<unknown>(null);
  const missing = Part === null;
  const [mounted, setMounted] = useState(!missing);
  const isNeeded = opened ?? !idle;

  const onFailure = useEffectEvent((error: unknown) => {
    if (navigator.onLine) return setBroken(error);
    // Opening it again fetches again.
    showToast({ severity: 'error', detail: messages.network.offline, key: 'network' });
    onClose?.();
  });

  useEffect(() => {
    if (!missing) return;
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fetchCode = () => {
      load().then(
        (part) => {
          loaded.set(load, part);
          if (!stopped) setPart(() => part);
        },
        (error: unknown) => {
          if (stopped) return;
          if (opened) onFailure(error);
          else if (opened === undefined) timer = setTimeout(fetchCode, retryMs);
        },
      );
    };
    const cancel = isNeeded ? fetchCode() : whenIdle(fetchCode);
    return () => {
      stopped = true;
      cancel?.();
      clearTimeout(timer);
    };
  }, [missing, isNeeded, opened, load]);

  useEffect(() => {
    if (!missing) setMounted(true);
  }, [missing]);

  // The route's error page reloads the app if this version's code is gone from the server.
  if (broken !== null) throw broken;
  if (Part === null) return null;
  const part = props as unknown as Props;
  return opened === undefined ? <Part {...part} /> : <Part {...part} opened={opened && mounted} />;
}
