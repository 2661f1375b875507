import type { Location } from '@/api';
import { DetailsPane } from '@/components/details/DetailsPane';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { PageError } from '@/components/placeholder/PageError';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { messages } from '@/lib/messages';
import { MoneySkeleton } from '../MoneySkeleton';
import { PayoutContents } from './PayoutContents';
import { type PayoutId, usePayout } from './payoutPages';

interface PayoutDetailsProps {
  location: Location;
  /** The payout whose details are shown; `null` where none is. */
  payout: PayoutId | null;
}

const words = messages.payoutSheet;

/** A payout and what is in it, in a bottom sheet. */
export function PayoutSheet({ onClose, ...details }: PayoutDetailsProps & { onClose: () => void }) {
  return (
    <BottomSheet opened={details.payout !== null} onClose={onClose} title={words.title}>
      {details.payout !== null && <Details {...details} payout={details.payout} />}
    </BottomSheet>
  );
}

/** The same beside the list, where the screen has room for both. */
export function PayoutPane({ location, payout }: PayoutDetailsProps) {
  return (
    <DetailsPane
      title={payout === null ? null : words.title}
      label={words.title}
      choose={words.choose}
    >
      {payout !== null && <Details location={location} payout={payout} />}
    </DetailsPane>
  );
}

function Details({ location, payout: asked }: PayoutDetailsProps & { payout: PayoutId }) {
  const { payout, missing, failed, retry } = usePayout(location.posID, asked);
  if (payout !== undefined) {
    return <PayoutContents key={payout.id} payout={payout} location={location} />;
  }
  if (missing) {
    return <EmptySection text={words.missing} />;
  }
  return failed ? <PageError text={messages.views.failed} onRetry={retry} /> : <MoneySkeleton />;
}
