import { EraseDialog } from './EraseDialog';
import type { GuestId } from './guests';
import { SendItemSheet } from './SendItemSheet';
import { SendPointsSheet } from './SendPointsSheet';
import { useGuest } from './useGuest';

/** What can be done for a guest. */
export type Task = 'item' | 'points' | 'erase';

interface GuestTaskProps {
  guest: GuestId;
  /** What is being done; `null`: nothing. */
  task: Task | null;
  onClose: () => void;
}

/** The sheets and dialogs in which something is done for a guest. */
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
      <EraseDialog customer={customer} opened={task === 'erase'} onClose={onClose} />
    </>
  );
}
