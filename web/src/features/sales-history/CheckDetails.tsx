import { Skeleton, Stack, Title, VisuallyHidden } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useId } from 'react';
import { useGetCheckItemQuery } from '@/api';
import { Card } from '@/components/data-list';
import { PageError } from '@/components/placeholder/PageError';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import type { DateRange } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { useSessionID } from '@/state/hooks';
import { CheckContents } from './CheckContents';
import classes from './SalesHistory.module.css';

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
  const titleId = useId();
  if (check === null) {
    return (
      <aside className={classes.pane}>
        <p className={classes.nothing}>{messages.checkSearch.choose}</p>
      </aside>
    );
  }
  return (
    <aside className={classes.pane} aria-labelledby={titleId}>
      <Card>
        <Title order={2} fz="lg" id={titleId} mb="xs">
          {titleOf(check)}
        </Title>
        <Details check={check} range={range} />
      </Card>
    </aside>
  );
}

function titleOf({ posCheckID }: CheckId): string {
  return `${messages.checks.check} #${posCheckID}`;
}

function Details({ check: { posID, posCheckID }, range }: { check: CheckId; range: DateRange }) {
  const sessionID = useSessionID();
  const { currentData, isError, refetch } = useGetCheckItemQuery(
    sessionID ? { checkItemRequest: { sessionID, posCheckID, posID } } : skipToken,
  );
  if (currentData !== undefined) {
    return <CheckContents contents={currentData.body} range={range} />;
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
