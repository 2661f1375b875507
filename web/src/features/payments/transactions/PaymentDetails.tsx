import type { Location } from '@/api';
import { DetailsPane } from '@/components/details/DetailsPane';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { PageError } from '@/components/placeholder/PageError';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { messages } from '@/lib/messages';
import { MoneySkeleton } from '../MoneySkeleton';
import { PaymentContents } from './PaymentContents';
import type { Task } from './PaymentTask';
import { usePayment } from './usePayment';
import type { Sought } from './useSoughtPayment';

interface PaymentDetailsProps {
  location: Location;
  /** The payment whose details are shown; `null` where none is. */
  id: string | null;
  /** The search for it, while its id is not known. */
  sought: Sought | null;
  /** Something is to be done with the payment. */
  onTask: (task: Task) => void;
}

interface PaymentSheetProps extends PaymentDetailsProps {
  /** A dialog lies above: Escape closes only that. */
  covered: boolean;
  onClose: () => void;
}

const words = messages.paymentSheet;
const { title } = words;

/** A payment and where its money went, in a bottom sheet. */
export function PaymentSheet({ covered, onClose, ...details }: PaymentSheetProps) {
  return (
    <BottomSheet
      opened={details.id !== null || details.sought !== null}
      closeOnEscape={!covered}
      onClose={onClose}
      title={title}
    >
      <Found {...details} />
    </BottomSheet>
  );
}

/** The same beside the list, where the screen has room for both. */
export function PaymentPane(details: PaymentDetailsProps) {
  const nothing = details.id === null && details.sought === null;
  return (
    <DetailsPane title={nothing ? null : title} label={title} choose={messages.paymentList.choose}>
      <Found {...details} />
    </DetailsPane>
  );
}

function Found({ id, sought, ...details }: PaymentDetailsProps) {
  if (id !== null) {
    return <Details {...details} id={id} />;
  }
  switch (sought?.state) {
    case 'looking':
      return <MoneySkeleton />;
    case 'failed':
      return <PageError text={words.failed} onRetry={sought.retry} />;
    case 'missing':
      return <EmptySection text={words.missing} next={words.missingNext} />;
    default:
      return null;
  }
}

interface DetailsProps extends Omit<PaymentDetailsProps, 'id' | 'sought'> {
  id: string;
}

function Details({ location, id, onTask }: DetailsProps) {
  const { payment, failed, retry } = usePayment(location.posID, id);
  if (payment !== undefined) {
    return <PaymentContents payment={payment} location={location} onTask={onTask} />;
  }
  if (failed) {
    return <PageError text={words.failed} onRetry={retry} />;
  }
  return <MoneySkeleton />;
}
