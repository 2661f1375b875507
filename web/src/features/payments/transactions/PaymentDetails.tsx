import { Title } from '@mantine/core';
import { useId } from 'react';
import type { Location } from '@/api';
import { Card } from '@/components/data-list';
import { PageError } from '@/components/placeholder/PageError';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { messages } from '@/lib/messages';
import { DetailsSkeleton } from '../DetailsSkeleton';
import classes from '../Money.module.css';
import { PaymentContents } from './PaymentContents';
import type { Task } from './PaymentTask';
import { usePayment } from './usePayment';

interface PaymentDetailsProps {
  location: Location;
  /** The payment whose details are shown; `null` where none is. */
  id: string | null;
  /** Something is to be done with the payment. */
  onTask: (task: Task) => void;
}

interface PaymentSheetProps extends PaymentDetailsProps {
  /** A dialog lies above: Escape closes only that. */
  covered: boolean;
  onClose: () => void;
}

const { title } = messages.paymentSheet;

/** A payment and where its money went, in a bottom sheet. */
export function PaymentSheet({ covered, onClose, ...details }: PaymentSheetProps) {
  return (
    <BottomSheet
      opened={details.id !== null}
      closeOnEscape={!covered}
      onClose={onClose}
      title={title}
    >
      {details.id !== null && <Details {...details} id={details.id} />}
    </BottomSheet>
  );
}

/** The same beside the list, where the screen has room for both. */
export function PaymentPane(details: PaymentDetailsProps) {
  const titleId = useId();
  if (details.id === null) {
    return (
      <aside className={classes.pane} aria-label={title}>
        <p className={classes.nothing}>{messages.paymentList.choose}</p>
      </aside>
    );
  }
  return (
    <aside className={classes.pane} aria-labelledby={titleId}>
      <Card>
        <Title order={2} fz="lg" id={titleId} mb="xs">
          {title}
        </Title>
        <Details {...details} id={details.id} />
      </Card>
    </aside>
  );
}

function Details({ location, id, onTask }: PaymentDetailsProps & { id: string }) {
  const { payment, failed, retry } = usePayment(location.posID, id);
  if (payment !== undefined) {
    return <PaymentContents payment={payment} location={location} onTask={onTask} />;
  }
  if (failed) {
    return <PageError text={messages.paymentSheet.failed} onRetry={retry} />;
  }
  return <DetailsSkeleton />;
}
