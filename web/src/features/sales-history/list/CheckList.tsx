import { Button } from '@mantine/core';
import { useCallback } from 'react';
import { LongList, VirtualRows } from '@/components/data-list';
import { MoreButton, NextPage } from '@/components/list/ListEnd';
import { EmptyPlace } from '@/components/placeholder/EmptyPlace';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { PageError } from '@/components/placeholder/PageError';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { messages } from '@/lib/messages';
import { type CheckSearch, countOf, topOf } from '@/state/checkList';
import { CheckEntry } from './CheckEntry';
import { PAGE_SIZE } from './checksApi';
import { useCheckPages } from './useCheckPages';

interface CheckListProps {
  search: CheckSearch;
  /** Key of the check whose details are shown. */
  opened: string | null;
  onOpen: (key: string) => void;
  onClearSearch: () => void;
}

/** Checks, newest first, more as the list is scrolled; the old ones stay while others load. */
export function CheckList({ search, onClearSearch, ...opening }: CheckListProps) {
  const pages = useCheckPages(search);
  const { list, current, failed, retry } = pages;
  const listed = list.search;
  const none = list.head.length === 0;
  // Until the answer comes, only checks of the same location are worth showing.
  const worthShowing = current || (!none && listed?.posID === search.posID);
  const shown = !failed && worthShowing ? listed : null;
  return (
    <>
      {failed ? (
        <PageError text={messages.views.failed} onRetry={() => void retry()} />
      ) : shown === null ? (
        <ListSkeleton rows={7} />
      ) : (
        !none && <Checks pages={pages} listed={shown} {...opening} />
      )}
      <EmptyPlace>
        {shown !== null && none && <NothingFound search={shown} onClear={onClearSearch} />}
      </EmptyPlace>
    </>
  );
}

interface ChecksProps extends Pick<CheckListProps, 'opened' | 'onOpen'> {
  pages: ReturnType<typeof useCheckPages>;
  /** What is listed. */
  listed: CheckSearch;
}

function Checks({ pages, listed, opened, onOpen }: ChecksProps) {
  const { list, current, hasMore, loadingMore, failedMore, more } = pages;
  const top = topOf(list);
  // A check that comes in front leaves the keys of the others.
  const keyAt = useCallback((index: number) => top + index, [top]);
  // After a failure the next page is asked for by hand, not by scrolling.
  const onNearEnd = useCallback(() => {
    if (!failedMore) {
      void more();
    }
  }, [failedMore, more]);

  const renderAt = (index: number) => (
    <CheckEntry list={list} search={listed} index={index} opened={opened} onOpen={onOpen} />
  );
  return (
    <LongList
      stale={!current}
      end={
        loadingMore || failedMore ? (
          <NextPage
            failure={loadingMore ? null : messages.checks.failedMore}
            retry={() => void more()}
          />
        ) : hasMore ? (
          <MoreButton onMore={() => void more()} />
        ) : (
          messages.checks.end
        )
      }
    >
      <VirtualRows
        key={`${listed.startDate} ${listed.endDate} ${listed.search ?? ''}`}
        label={messages.tiles.salesHistory}
        count={countOf(list)}
        keyAt={keyAt}
        render={renderAt}
        onNearEnd={onNearEnd}
        lead={PAGE_SIZE}
      />
    </LongList>
  );
}

/** In these dates, or under these words. */
function NothingFound({ search, onClear }: { search: CheckSearch; onClear: () => void }) {
  const words = messages.checkSearch;
  if (search.search === undefined) {
    return <EmptySection text={messages.sales.none} />;
  }
  return (
    <EmptySection
      text={words.none}
      next={words.noneNext}
      action={
        <Button variant="default" onClick={onClear}>
          {words.clear}
        </Button>
      }
    />
  );
}
