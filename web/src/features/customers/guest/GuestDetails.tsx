import type { Customer } from '@/api';
import { DetailsPane } from '@/components/details/DetailsPane';
import { DetailsSkeleton } from '@/components/details/DetailsSkeleton';
import { PageError } from '@/components/placeholder/PageError';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { messages } from '@/lib/messages';
import { type GuestId, nameOf } from '../guests';
import { GuestContents } from './GuestContents';
import classes from './GuestDetails.module.css';
import type { Task } from './GuestTask';
import { useGuest } from './useGuest';

interface GuestDetailsProps {
  /** The guest whose details are shown; `null` where none is. */
  guest: GuestId | null;
  /** Something is to be done for the guest. */
  onTask: (task: Task) => void;
}

interface GuestSheetProps extends GuestDetailsProps {
  /** Another sheet or a dialog lies above: Escape closes only that. */
  covered: boolean;
  onClose: () => void;
}

/** Who a guest is, what they spent and what they may spend, in a bottom sheet. */
export function GuestSheet({ guest, covered, onClose, onTask }: GuestSheetProps) {
  const { detail } = useGuest(guest);
  return (
    <BottomSheet
      opened={guest !== null}
      closeOnEscape={!covered}
      onClose={onClose}
      title={titleOf(detail?.customer)}
    >
      {guest !== null && <Details guest={guest} onTask={onTask} />}
    </BottomSheet>
  );
}

/** The same beside the list, where the screen has room for both. */
export function GuestPane({ guest, onTask }: GuestDetailsProps) {
  const { detail } = useGuest(guest);
  return (
    <DetailsPane
      title={guest === null ? null : titleOf(detail?.customer)}
      label={messages.guest.title}
      choose={messages.guestList.choose}
      className={classes.pane}
    >
      {guest !== null && <Details guest={guest} onTask={onTask} />}
    </DetailsPane>
  );
}

function titleOf(customer: Customer | undefined): string {
  return customer === undefined ? messages.guest.title : nameOf(customer);
}

function Details({ guest, onTask }: { guest: GuestId; onTask: (task: Task) => void }) {
  const { detail, failed, retry } = useGuest(guest);
  if (detail !== undefined) {
    return <GuestContents detail={detail} onTask={onTask} />;
  }
  if (failed) {
    return <PageError text={messages.views.failed} onRetry={retry} />;
  }
  return <DetailsSkeleton heights={['5rem', '2.75rem', '9rem', '8rem']} />;
}
