import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type Location, useBlocker } from 'react-router';
import { messages } from '@/lib/messages';
import { ConfirmDialog } from './ConfirmDialog';

export interface LeaveGuard {
  /** The form tells whether it holds what is not saved. */
  setUnsaved: (unsaved: boolean) => void;
  /** Does what the form does not outlive: at once, or after it was asked. */
  ask: (leave: () => void) => void;
  /** Whether it asks at the moment. */
  asking: boolean;
  /** To be rendered. */
  dialog: ReactNode;
}

interface LeaveWords {
  /** The question. */
  header: string;
  /** What would be lost. */
  description: string;
}

/**
 * Asks before a form is left that holds what is not saved, whichever way it is left. `leaves` says whether
 * that is so on the way from one address to another.
 */
export function useLeaveGuard(
  leaves: (from: Location, to: Location) => boolean,
  { header, description }: LeaveWords,
): LeaveGuard {
  const unsaved = useRef(false);
  const [waiting, setWaiting] = useState<{ leave: () => void } | null>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved.current && leaves(currentLocation, nextLocation),
  );
  const setUnsaved = useCallback((now: boolean) => {
    unsaved.current = now;
  }, []);
  const ask = useCallback((leave: () => void) => {
    if (unsaved.current) setWaiting({ leave });
    else leave();
  }, []);
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (unsaved.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, []);
  const asking = blocker.state === 'blocked' || waiting !== null;
  return {
    setUnsaved,
    ask,
    asking,
    dialog: (
      <ConfirmDialog
        opened={asking}
        header={header}
        description={description}
        accept={messages.widgets.discard}
        onAccept={() => {
          unsaved.current = false;
          setWaiting(null);
          waiting?.leave();
          blocker.proceed?.();
        }}
        onReject={() => {
          setWaiting(null);
          blocker.reset?.();
        }}
      />
    ),
  };
}
