import type { Location } from '@/api';
import { RowDetails } from '@/components/details/RowDetails';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { PageError } from '@/components/placeholder/PageError';
import { messages } from '@/lib/messages';
import { MoneySkeleton } from '../MoneySkeleton';
import { PaymentContents } from './PaymentContents';
import type { Task } from './PaymentTask';
import { usePayment } from './usePayment';
import type { PaymentSearch } from './usePaymentSearch';

interface PaymentDetailsProps {
  location: Location;
  /** The payment whose details are shown; `null` for none. */
  id: string | null;
  /** The search for it, while the id is unknown. */
  search: PaymentSearch | null;
  /** Called with a task for the payment. */
  onTask: (task: Task) => void;
  /** A dialog lies above, which Escape closes alone. */
  covered: boolean;
  onClose: () => void;
}

const words = messages.paymentSheet;
const { title } = words;

/** A payment and its money. */
export function PaymentDetails({ covered, onClose, ...details }: PaymentDetailsProps) {
  return (
    <RowDetails
      opened={details.id !== null || details.search !== null}
      closeOnEscape={!covered}
      onClose={onClose}
      title={title}
    >
      <Found {...details} />
    </RowDetails>
  );
}

type FoundProps = Omit<PaymentDetailsProps, 'covered' | 'onClose'>;

function Found({ id, search, ...details }: FoundProps) {
  if (id !== null) {
    return <Details {...details} id={id} />;
  }
  switch (search?.state) {
    case 'searching':
      return <MoneySkeleton />;
    case 'failed':
      return <PageError error={search.error} text={words.failed} onRetry={search.retry} />;
    case 'missing':
      return <EmptySection text={words.missing} next={words.missingNext} />;
    default:
      return null;
  }
}

interface DetailsProps extends Omit<FoundProps, 'id' | 'search'> {
  id: string;
}

function Details({ location, id, onTask }: DetailsProps) {
  const { payment, failed, error, retry } = usePayment(location.posID, id);
  if (payment !== undefined) {
    return <PaymentContents payment={payment} location={location} onTask={onTask} />;
  }
  if (failed) {
    return <PageError error={error} text={words.failed} onRetry={retry} />;
  }
  return <MoneySkeleton />;
}
