import type { Location } from '@/api';
import { useFoundRow } from '@/components/data-list';
import { RowDetails } from '@/components/details/RowDetails';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { PageError } from '@/components/placeholder/PageError';
import { messages } from '@/lib/messages';
import { MoneySkeleton } from '../MoneySkeleton';
import { PayoutContents } from './PayoutContents';
import { type PayoutId, payouts } from './PayoutList';

interface PayoutDetailsProps {
  location: Location;
  /** The payout whose details are shown; `null` for none. */
  payout: PayoutId | null;
  onClose: () => void;
}

const words = messages.payoutSheet;

/** Payouts a page of the search; fewer are made in one second. */
const PAGE_SIZE = 100;

/** A payout and its transactions. */
export function PayoutDetails({ location, payout, onClose }: PayoutDetailsProps) {
  return (
    <RowDetails opened={payout !== null} onClose={onClose} title={words.title}>
      {payout !== null && <Details location={location} payout={payout} />}
    </RowDetails>
  );
}

function Details({ location, payout: { id, at } }: { location: Location; payout: PayoutId }) {
  const {
    row: payout,
    missing,
    failed,
    error,
    retry,
  } = useFoundRow(payouts, { posID: location.posID, at }, id, (one) => one.id === id, PAGE_SIZE);
  if (payout !== undefined) {
    return <PayoutContents key={id} payout={payout} location={location} />;
  }
  if (missing) {
    return <EmptySection text={words.missing} />;
  }
  return failed ? (
    <PageError error={error} text={messages.views.failed} onRetry={retry} />
  ) : (
    <MoneySkeleton />
  );
}
