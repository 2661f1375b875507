import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { failureText } from '@/api';
import { type BusinessDate, formatLongDay } from '@/lib/dates';
import { dayBegun } from '@/lib/lists/days';
import {
  addPage,
  emptyChain,
  type LoadedPage,
  type PageChain,
  positionOf,
  type RowPosition,
  rowsOf,
} from '@/lib/lists/pageChain';
import { messages } from '@/lib/messages';
import { useAppDispatch, useAppStore } from '@/state/hooks';
import { chainOf, listRead } from '@/state/lists';
import { useOnline } from '@/state/network/useOnline';
import { MoreButton, NextPage } from '../../list/ListEnd';
import { EmptyRegion } from '../../placeholder/EmptyRegion';
import { PageError } from '../../placeholder/PageError';
import { ListSkeleton } from '../../skeleton/ListSkeleton';
import { LongList, MissingRow } from './LongList';
import type { PageSource } from './pagesOf';
import { SectionHeading, VirtualRows } from './VirtualRows';

interface PagedRowsProps<Filter, Row> {
  label: string;
  source: PageSource<Filter, Row>;
  /** The filter of the list: the same object until it changes. */
  filter: Filter;
  render: (row: Row) => ReactNode;
  /** Instead of a list without rows. */
  empty: ReactNode;
  /** Whether an earlier list may stay while this one loads. */
  staysFor?: (before: Filter, now: Filter) => boolean;
  /** Below the last row. */
  end: ReactNode;
  /** Shown if the first page could not be read. */
  failure?: string;
  /** Shown below the rows if the next page could not be read. */
  failureMore?: string;
  /** Above the list. */
  heading?: ReactNode;
  /** A section beside the page's main part, which says for both that a network is needed: without one it is left out. */
  secondary?: boolean;
  /** Rows of the skeleton. */
  skeleton?: number;
}

interface PageRows<Row> {
  rows: readonly Row[];
  days: readonly BusinessDate[];
}

/** The shown list: the pages of a filter, as far as they were read. */
interface Shown<Filter, Row> {
  filter: Filter;
  chain: PageChain;
  /** The first page, as it was added to the chain. */
  first: PageRows<Row> | null;
  /** A different number for each list. */
  key: number;
}

/** A page that was read, of a filter. */
type OnRead<Filter, Row> = (filter: Filter, page: LoadedPage, read: PageRows<Row>) => void;

const never = () => false;

/**
 * A long list that loads page after page as it is scrolled. Pages out of sight are dropped, and read again when they
 * come into sight; those in sight follow live events.
 */
export function PagedRows<Filter extends object, Row>(props: PagedRowsProps<Filter, Row>) {
  const { label, source, filter, render, empty, staysFor = never, end, skeleton = 7 } = props;
  const { failure = messages.views.failed, failureMore = messages.lists.failedMore } = props;
  const { heading, secondary = false } = props;
  const online = useOnline();
  const { shown, onRead } = useShown<Filter, Row>(label, filter, source.size);
  /** Cursor of the page that is to be read next. */
  const [wanted, setWanted] = useState<string | null>(null);
  const newest = usePageReader(source, filter, {}, onRead);

  const current = shown?.filter === filter;
  const next = current ? shown.chain.next : null;
  const onNearEnd = useCallback(() => setWanted(next), [next]);
  const top = shown?.chain.top ?? 0;
  const keyAt = useCallback((index: number) => top + index, [top]);

  const list = ({ filter: listed, chain, first, key }: Shown<Filter, Row>) => (
    <LongList
      stale={!current}
      end={
        chain.next === null ? (
          end
        ) : wanted === chain.next && current ? (
          <NextPageReader
            key={chain.next}
            source={source}
            filter={filter}
            cursor={chain.next}
            onRead={onRead}
            failure={failureMore}
          />
        ) : (
          <MoreButton onMore={onNearEnd} />
        )
      }
    >
      <VirtualRows
        key={key}
        label={label}
        count={rowsOf(chain)}
        keyAt={keyAt}
        render={(index) => {
          const position = positionOf(chain, index);
          return (
            position && (
              <PageRow
                source={source}
                filter={listed}
                position={position}
                first={first}
                onRead={onRead}
                render={render}
              />
            )
          );
        }}
        onNearEnd={onNearEnd}
        lead={source.size}
      />
    </LongList>
  );
  const hasRows = shown !== null && (rowsOf(shown.chain) > 0 || shown.chain.next !== null);
  const stays = shown !== null && (current || (hasRows && staysFor(shown.filter, filter)));
  const listed = !newest.failed && stays ? shown : null;
  if (newest.failed && secondary && !online) return null;
  return (
    <>
      {heading}
      {newest.failed ? (
        <PageError error={newest.error} text={failure} onRetry={newest.retry} />
      ) : listed === null ? (
        <ListSkeleton rows={skeleton} />
      ) : (
        hasRows && list(listed)
      )}
      <EmptyRegion>{listed !== null && !hasRows && empty}</EmptyRegion>
    </>
  );
}

/** The pages of the filter that was answered last. */
function useShown<Filter extends object, Row>(label: string, filter: Filter, size: number) {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const [shown, setShown] = useState<Shown<Filter, Row> | null>(() => {
    const chain = chainOf(store.getState().lists, label, filter);
    return chain === emptyChain ? null : { filter, chain, first: null, key: 0 };
  });
  useEffect(() => {
    if (shown === null) return;
    dispatch(listRead({ label, filter: JSON.stringify(shown.filter), chain: shown.chain }));
  }, [dispatch, label, shown]);

  const onRead = useCallback<OnRead<Filter, Row>>(
    (of, page, read) =>
      setShown((before) => {
        const isFirst = page.cursor === undefined;
        if (before?.filter === of) {
          const chain = addPage(before.chain, page, size);
          const first = isFirst ? read : before.first;
          const isSame = chain === before.chain && first?.rows === before.first?.rows;
          return isSame ? before : { ...before, chain, first };
        }
        if (of !== filter || !isFirst) return before;
        const chain = addPage(emptyChain, page, size);
        return { filter: of, chain, first: read, key: (before?.key ?? 0) + 1 };
      }),
    [filter, size],
  );
  return { shown, onRead };
}

/** The cursor of a page, and its number of rows. */
interface PagePart {
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Reads a page, and reports each answer. */
function usePageReader<Filter, Row>(
  source: PageSource<Filter, Row>,
  filter: Filter | null,
  { cursor, limit }: PagePart,
  onRead: OnRead<Filter, Row>,
) {
  const answer = source.usePage(filter, cursor, limit);
  const { rows, days, next } = answer;
  const { keyOf } = source;
  useEffect(() => {
    if (filter === null || rows === undefined) return;
    const keys = cursor === undefined && keyOf ? rows.map(keyOf) : [];
    const page = { cursor, count: rows.length, next, keys, day: days.at(-1) ?? '' };
    onRead(filter, page, { rows, days });
  }, [filter, cursor, rows, days, next, keyOf, onRead]);
  return answer;
}

interface PageProps<Filter, Row> {
  source: PageSource<Filter, Row>;
  filter: Filter;
  onRead: OnRead<Filter, Row>;
}

interface NextPageReaderProps<Filter, Row> extends PageProps<Filter, Row> {
  cursor: string;
  failure: string;
}

/** Reads the page behind the last one. */
function NextPageReader<Filter, Row>(props: NextPageReaderProps<Filter, Row>) {
  const { source, filter, onRead, cursor, failure } = props;
  const { failed, error, retry } = usePageReader(source, filter, { cursor }, onRead);
  return <NextPage failure={failed ? failureText(error, failure) : null} retry={retry} />;
}

interface PageRowProps<Filter, Row> extends PageProps<Filter, Row> {
  position: RowPosition;
  first: PageRows<Row> | null;
  render: (row: Row) => ReactNode;
}

/**
 * A row, under its day if that begins with it. Its page is read again if it was dropped; until then the row stays as it
 * was shown, also if it moved to another page because others came in front.
 */
function PageRow<Filter, Row>(props: PageRowProps<Filter, Row>) {
  const { source, filter, onRead, position, first, render } = props;
  const { page, at, dayBefore } = position;
  const isFirst = page.cursor === undefined;
  const answer = usePageReader(source, isFirst ? null : filter, page, onRead);
  const { rows, days } = isFirst ? (first ?? answer) : answer;
  const row = rows?.[at];
  const day = dayBegun(days, at, dayBefore);
  const [seen, setSeen] = useState({ row, day });
  if (row !== undefined && (row !== seen.row || day !== seen.day)) setSeen({ row, day });
  const shown = row === undefined ? seen : { row, day };
  if (shown.row === undefined) return <MissingRow failed={answer.failed} retry={answer.retry} />;
  return (
    <>
      {shown.day && <SectionHeading>{formatLongDay(shown.day)}</SectionHeading>}
      {render(shown.row)}
    </>
  );
}
