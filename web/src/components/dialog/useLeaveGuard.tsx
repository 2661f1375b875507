import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type Location, useBlocker } from 'react-router';
import { messages } from '@/lib/messages';
import { ConfirmDialog } from './ConfirmDialog';

export interface LeaveGuard {
  /** Called by the form: whether it has unsaved changes. */
  setUnsaved: (unsaved: boolean) => void;
  /** Runs an action that discards the form: at once, or after the question. */
  ask: (leave: () => void) => void;
  /** Whether the question is shown. */
  isAsking: boolean;
  /** To be rendered. */
  dialog: ReactNode;
}

interface LeaveWords {
  /** The question. */
  header: string;
  /** Description of the loss. */
  description: string;
}

function leavesPage(from: Location, to: Location): boolean {
  return from.pathname !== to.pathname;
}

/**
 * Asks before a form with unsaved changes is left by any route. `leaves` is whether a navigation between two addresses
 * leaves it.
 */
export function useLeaveGuard(
  { header, description }: LeaveWords,
  leaves: (from: Location, to: Location) => boolean = leavesPage,
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
  const isAsking = blocker.state === 'blocked' || waiting !== null;
  return {
    setUnsaved,
    ask,
    isAsking,
    dialog: (
      <ConfirmDialog
        opened={isAsking}
        header={header}
        description={description}
        accept={messages.widgets.discard}
        // An entry of its own would end the navigation that it is about.
        inHistory={false}
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
