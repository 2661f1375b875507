import { Button, Loader } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useCallback, useMemo, useState } from 'react';
import type { CheckSummary } from '@/api';
import { VirtualList } from '@/components/data-list';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { PageError } from '@/components/placeholder/PageError';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import type { DateRange } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { useSessionID } from '@/state/hooks';
import { CheckRow } from './CheckRow';
import { CheckSheet } from './CheckSheet';
import { checkKey, dateHeading, joinPages } from './checks';
import { useListChecksInfiniteQuery } from './checksApi';
import classes from './SalesHistory.module.css';

interface CheckListProps {
  posID: string;
  range: DateRange;
}

/** Checks, newest first, more as the list is scrolled. */
export function CheckList({ posID, range: { startDate, endDate } }: CheckListProps) {
  const sessionID = useSessionID();
  const query = useListChecksInfiniteQuery(
    sessionID ? { sessionID, posID, startDate, endDate } : skipToken,
  );
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = query;
  const [opened, setOpened] = useState<CheckSummary | null>(null);
  const checks = useMemo(() => joinPages(data?.pages ?? []), [data]);

  const more = useCallback(() => {
    if (hasNextPage && !isFetching) {
      void fetchNextPage();
    }
  }, [hasNextPage, isFetching, fetchNextPage]);
  // After a failure the next page is asked for by hand, not by scrolling.
  const onNearEnd = useCallback(() => {
    if (!isError) {
      more();
    }
  }, [isError, more]);

  if (data === undefined) {
    return isError ? (
      <PageError text={messages.views.failed} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={7} />
    );
  }
  if (checks.length === 0) {
    return <EmptySection text={messages.sales.none} />;
  }
  return (
    <div>
      <VirtualList
        label={messages.tiles.salesHistory}
        items={checks}
        keyOf={checkKey}
        headingOf={dateHeading}
        render={(check) => <CheckRow check={check} onOpen={() => setOpened(check)} />}
        onNearEnd={onNearEnd}
      />
      <div className={classes.end} role="status">
        <ListEnd failed={isError} loading={isFetching} more={hasNextPage} onMore={more} />
      </div>
      <CheckSheet check={opened} onClose={() => setOpened(null)} />
    </div>
  );
}

interface ListEndProps {
  failed: boolean;
  loading: boolean;
  more: boolean;
  onMore: () => void;
}

function ListEnd({ failed, loading, more, onMore }: ListEndProps) {
  const words = messages.checks;
  if (loading && more) {
    return <Loader size="sm" aria-label={messages.widgets.loading} />;
  }
  if (failed) {
    return (
      <>
        {words.failedMore}
        <Button variant="default" onClick={onMore}>
          {messages.widgets.retry}
        </Button>
      </>
    );
  }
  return more ? (
    <Button variant="default" onClick={onMore}>
      {words.loadMore}
    </Button>
  ) : (
    words.end
  );
}
