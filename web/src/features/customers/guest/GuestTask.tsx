import { ConsentHistory } from '../consents/ConsentHistory';
import { PreferencesSheet } from '../consents/PreferencesSheet';
import type { GuestId } from '../guests';
import { SendItemSheet } from '../sending/SendItemSheet';
import { SendPointsSheet } from '../sending/SendPointsSheet';
import { EraseDialog } from './EraseDialog';
import { useGuest } from './useGuest';

/** Tasks for a guest. */
export type Task = 'item' | 'points' | 'erase' | 'preferences' | 'consents';

interface GuestTaskProps {
  guest: GuestId;
  /** The current task; `null` for none. */
  task: Task | null;
  onClose: () => void;
}

/** The sheets and dialogs of tasks for a guest. */
export function GuestTask({ guest, task, onClose }: GuestTaskProps) {
  const { detail } = useGuest(guest);
  if (detail === undefined) {
    return null;
  }
  const { customer } = detail;
  return (
    <>
      <SendItemSheet customer={customer} opened={task === 'item'} onClose={onClose} />
      <SendPointsSheet customer={customer} opened={task === 'points'} onClose={onClose} />
      <PreferencesSheet customer={customer} opened={task === 'preferences'} onClose={onClose} />
      <ConsentHistory guest={guest} opened={task === 'consents'} onClose={onClose} />
      <EraseDialog customer={customer} opened={task === 'erase'} onClose={onClose} />
    </>
  );
}
