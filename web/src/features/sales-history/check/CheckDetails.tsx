import { skipToken } from '@reduxjs/toolkit/query';
import { isApiError, useGetCheckItemQuery } from '@/api';
import { DetailsSkeleton } from '@/components/details/DetailsSkeleton';
import { RowDetails } from '@/components/details/RowDetails';
import { PageError } from '@/components/placeholder/PageError';
import { checkNumber } from '@/lib/ids/checkNumber';
import { messages } from '@/lib/messages';
import { useSignedIn } from '@/state/hooks';
import { CheckContents } from './CheckContents';
import type { CheckId } from './checkId';
import type { ItemDates } from './ItemLine';

interface CheckDetailsProps {
  /** The check whose details are shown; `null` for none. */
  check: CheckId | null;
  /** The dates of the list, also for links to its items; without them, the check's own. */
  range?: ItemDates | undefined;
  onClose: () => void;
}

/** A check's lines, payments and sums. */
export function CheckDetails({ check, range, onClose }: CheckDetailsProps) {
  return (
    <RowDetails
      opened={check !== null}
      onClose={onClose}
      title={check === null ? messages.checks.check : titleOf(check)}
    >
      {check !== null && <Details check={check} range={range} />}
    </RowDetails>
  );
}

function titleOf({ posCheckID }: CheckId): string {
  return `${messages.checks.check} #${checkNumber(posCheckID)}`;
}

interface DetailsProps extends Pick<CheckDetailsProps, 'range'> {
  check: CheckId;
}

function Details({ check: { posID, posCheckID }, range }: DetailsProps) {
  const signedIn = useSignedIn();
  const { currentData, isError, error, refetch } = useGetCheckItemQuery(
    signedIn ? { checkItemRequest: { posCheckID, posID } } : skipToken,
  );
  if (currentData !== undefined) {
    return <CheckContents contents={currentData.body} range={range} />;
  }
  if (isError) {
    if (isApiError(error) && error.status === 404) {
      return <PageError error={error} text={messages.checks.missing} />;
    }
    return <PageError error={error} text={messages.views.failed} onRetry={() => void refetch()} />;
  }
  return <DetailsSkeleton heights={['3rem', '8rem', '6rem']} />;
}
