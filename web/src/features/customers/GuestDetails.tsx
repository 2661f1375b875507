import { Skeleton, Stack, Title, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import type { Customer } from '@/api';
import { Card } from '@/components/data-list';
import { PageError } from '@/components/placeholder/PageError';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { messages } from '@/lib/messages';
import classes from './Customers.module.css';
import { GuestContents } from './GuestContents';
import type { Task } from './GuestTask';
import { type GuestId, nameOf } from './guests';
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
  const titleId = useId();
  const { detail } = useGuest(guest);
  if (guest === null) {
    return (
      <aside className={classes.pane} aria-label={messages.guest.title}>
        <p className={classes.nothing}>{messages.guestList.choose}</p>
      </aside>
    );
  }
  return (
    <aside className={classes.pane} aria-labelledby={titleId}>
      <Card>
        <Title order={2} fz="lg" id={titleId} mb="xs">
          {titleOf(detail?.customer)}
        </Title>
        <Details guest={guest} onTask={onTask} />
      </Card>
    </aside>
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
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>{messages.widgets.loading}</VisuallyHidden>
      <Skeleton height="5rem" />
      <Skeleton height="2.75rem" />
      <Skeleton height="9rem" />
      <Skeleton height="8rem" />
    </Stack>
  );
}
