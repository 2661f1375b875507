import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { type Location, useBlocker } from 'react-router';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { messages } from '@/lib/messages';

const words = messages.itemSheet;

/** Whether an opened item is left: the address names it. */
function leaves(from: Location, to: Location): boolean {
  const item = ({ search }: Location) => new URLSearchParams(search).get('item');
  return from.pathname !== to.pathname || item(from) !== item(to);
}

export interface LeaveGuard {
  /** The form tells whether it holds what is not saved. */
  setUnsaved: (unsaved: boolean) => void;
  /** Whether it asks at the moment. */
  asking: boolean;
  /** To be rendered. */
  dialog: ReactNode;
}

/** Asks before an item is left whose form holds changes, whichever way it is left. */
export function useLeaveGuard(): LeaveGuard {
  const unsaved = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved.current && leaves(currentLocation, nextLocation),
  );
  const setUnsaved = useCallback((now: boolean) => {
    unsaved.current = now;
  }, []);
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (unsaved.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, []);
  const asking = blocker.state === 'blocked';
  return {
    setUnsaved,
    asking,
    dialog: (
      <ConfirmDialog
        opened={asking}
        header={words.discardQuestion}
        description={words.unsaved}
        accept={words.discard}
        onAccept={() => {
          unsaved.current = false;
          blocker.proceed?.();
        }}
        onReject={() => blocker.reset?.()}
      />
    ),
  };
}
