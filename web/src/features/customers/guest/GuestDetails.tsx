import type { Customer } from '@/api';
import { DetailsSkeleton } from '@/components/details/DetailsSkeleton';
import { RowDetails } from '@/components/details/RowDetails';
import { PageError } from '@/components/placeholder/PageError';
import { messages } from '@/lib/messages';
import { type GuestId, nameOf } from '../guests';
import { GuestContents } from './GuestContents';
import classes from './GuestDetails.module.css';
import type { Task } from './GuestTask';
import { useGuest } from './useGuest';

interface GuestDetailsProps {
  /** The guest whose details are shown; `null` for none. */
  guest: GuestId | null;
  /** Called with a task for the guest. */
  onTask: (task: Task) => void;
  /** Another sheet or a dialog lies above, which Escape closes alone. */
  covered: boolean;
  onClose: () => void;
}

/** A guest's details. */
export function GuestDetails({ guest, covered, onClose, onTask }: GuestDetailsProps) {
  const { detail } = useGuest(guest);
  return (
    <RowDetails
      opened={guest !== null}
      closeOnEscape={!covered}
      onClose={onClose}
      title={titleOf(detail?.customer)}
      className={classes.pane}
    >
      {guest !== null && <Details guest={guest} onTask={onTask} />}
    </RowDetails>
  );
}

function titleOf(customer: Customer | undefined): string {
  return customer === undefined ? messages.guest.title : nameOf(customer);
}

function Details({ guest, onTask }: { guest: GuestId; onTask: (task: Task) => void }) {
  const { detail, failed, error, retry } = useGuest(guest);
  if (detail !== undefined) {
    return <GuestContents detail={detail} onTask={onTask} />;
  }
  if (failed) {
    return <PageError error={error} text={messages.views.failed} onRetry={retry} />;
  }
  return <DetailsSkeleton heights={['5rem', '2.75rem', '9rem', '8rem']} />;
}
