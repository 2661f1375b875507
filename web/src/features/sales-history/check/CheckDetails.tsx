import { skipToken } from '@reduxjs/toolkit/query';
import { useGetCheckItemQuery } from '@/api';
import { DetailsPane } from '@/components/details/DetailsPane';
import { DetailsSkeleton } from '@/components/details/DetailsSkeleton';
import { PageError } from '@/components/placeholder/PageError';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import type { DateRange } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { useSignedIn } from '@/state/hooks';
import { CheckContents } from './CheckContents';
import classes from './CheckDetails.module.css';

/** A check by the location that made it. */
export interface CheckId {
  posID: string;
  posCheckID: string;
}

interface CheckDetailsProps {
  /** The check whose details are shown; `null` where none is. */
  check: CheckId | null;
  /** The dates of the list: its items are looked for in the same ones. */
  range: DateRange;
}

/** A check's lines, payments and sums, in a bottom sheet. */
export function CheckSheet({ check, range, onClose }: CheckDetailsProps & { onClose: () => void }) {
  return (
    <BottomSheet
      opened={check !== null}
      onClose={onClose}
      title={check === null ? messages.checks.check : titleOf(check)}
    >
      {check !== null && <Details check={check} range={range} />}
    </BottomSheet>
  );
}

/** The same beside the list, where the screen has room for both. */
export function CheckPane({ check, range }: CheckDetailsProps) {
  return (
    <DetailsPane
      title={check === null ? null : titleOf(check)}
      choose={messages.checkSearch.choose}
      className={classes.pane}
    >
      {check !== null && <Details check={check} range={range} />}
    </DetailsPane>
  );
}

function titleOf({ posCheckID }: CheckId): string {
  return `${messages.checks.check} #${posCheckID}`;
}

function Details({ check: { posID, posCheckID }, range }: { check: CheckId; range: DateRange }) {
  const signedIn = useSignedIn();
  const { currentData, isError, refetch } = useGetCheckItemQuery(
    signedIn ? { checkItemRequest: { posCheckID, posID } } : skipToken,
  );
  if (currentData !== undefined) {
    return <CheckContents contents={currentData.body} range={range} />;
  }
  if (isError) {
    return <PageError text={messages.views.failed} onRetry={() => void refetch()} />;
  }
  return <DetailsSkeleton heights={['3rem', '8rem', '6rem']} />;
}
