import { ConsentHistory } from '../consents/ConsentHistory';
import { WishSheet } from '../consents/WishSheet';
import type { GuestId } from '../guests';
import { SendItemSheet } from '../sending/SendItemSheet';
import { SendPointsSheet } from '../sending/SendPointsSheet';
import { EraseDialog } from './EraseDialog';
import { useGuest } from './useGuest';

/** Tasks for a guest. */
export type Task = 'item' | 'points' | 'erase' | 'wish' | 'consents';

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
      <WishSheet customer={customer} opened={task === 'wish'} onClose={onClose} />
      <ConsentHistory guest={guest} opened={task === 'consents'} onClose={onClose} />
      <EraseDialog customer={customer} opened={task === 'erase'} onClose={onClose} />
    </>
  );
}
