import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { type CheckSummary, useGetCheckItemQuery } from '@/api';
import { PageError } from '@/components/placeholder/PageError';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { messages } from '@/lib/messages';
import { useSessionID } from '@/state/hooks';
import { CheckContents } from './CheckContents';

interface CheckSheetProps {
  /** The check whose details are shown; `null` closes the sheet. */
  check: CheckSummary | null;
  onClose: () => void;
}

/** A check's lines, payments and sums, in a bottom sheet. */
export function CheckSheet({ check, onClose }: CheckSheetProps) {
  return (
    <BottomSheet
      opened={check !== null}
      onClose={onClose}
      title={
        check === null ? messages.checks.check : `${messages.checks.check} #${check.posCheckID}`
      }
    >
      {check !== null && <Details check={check} />}
    </BottomSheet>
  );
}

function Details({ check: { posID, posCheckID } }: { check: CheckSummary }) {
  const sessionID = useSessionID();
  const { currentData, isError, refetch } = useGetCheckItemQuery(
    sessionID ? { checkItemRequest: { sessionID, posCheckID, posID } } : skipToken,
  );
  if (currentData !== undefined) {
    return <CheckContents contents={currentData.body} />;
  }
  if (isError) {
    return <PageError text={messages.views.failed} onRetry={() => void refetch()} />;
  }
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>{messages.widgets.loading}</VisuallyHidden>
      <Skeleton height="3rem" />
      <Skeleton height="8rem" />
      <Skeleton height="6rem" />
    </Stack>
  );
}
