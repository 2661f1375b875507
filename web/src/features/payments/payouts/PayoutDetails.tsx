import { Title } from '@mantine/core';
import { useId } from 'react';
import type { Location } from '@/api';
import { Card } from '@/components/data-list';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { PageError } from '@/components/placeholder/PageError';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { messages } from '@/lib/messages';
import { DetailsSkeleton } from '../DetailsSkeleton';
import classes from '../Money.module.css';
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
export function PayoutPane(details: PayoutDetailsProps) {
  const titleId = useId();
  if (details.payout === null) {
    return (
      <aside className={classes.pane} aria-label={words.title}>
        <p className={classes.nothing}>{words.choose}</p>
      </aside>
    );
  }
  return (
    <aside className={classes.pane} aria-labelledby={titleId}>
      <Card>
        <Title order={2} fz="lg" id={titleId} mb="xs">
          {words.title}
        </Title>
        <Details {...details} payout={details.payout} />
      </Card>
    </aside>
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
  return failed ? <PageError text={messages.views.failed} onRetry={retry} /> : <DetailsSkeleton />;
}
