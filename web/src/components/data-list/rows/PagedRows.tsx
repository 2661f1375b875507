import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { messages } from '@/lib/messages';
import { MoreButton, NextPage } from '../../list/ListEnd';
import { EmptyPlace } from '../../placeholder/EmptyPlace';
import { PageError } from '../../placeholder/PageError';
import { ListSkeleton } from '../../skeleton/ListSkeleton';
import { LongList, MissingRow } from './LongList';
import { emptyChain, type PageChain, pageOf, pageRead, rowsOf } from './pageChain';
import { VirtualRows } from './VirtualRows';

/** Rows a page. */
export const PAGE_SIZE = 50;

/** A page as its query has it. */
export interface PageAnswer<Row> {
  /** `undefined` while it is asked for the first time. */
  rows: readonly Row[] | undefined;
  /** Cursor of the page behind it; `null` on the last. */
  next: string | null;
  failed: boolean;
  retry: () => void;
}

/** Where the pages of a list come from. */
export interface PageSource<Asked, Row> {
  /** A hook over the page's query; without a cursor the first page. */
  usePage: (asked: Asked, cursor: string | undefined) => PageAnswer<Row>;
}

interface PagedRowsProps<Asked, Row> {
  label: string;
  source: PageSource<Asked, Row>;
  /** What is listed; the same object for as long as it says the same. */
  asked: Asked;
  render: (row: Row) => ReactNode;
  /** Instead of a list without rows. */
  empty: ReactNode;
  /** Whether the old list may stay while this one loads. */
  staysFor?: (before: Asked, now: Asked) => boolean;
  /** Below the last row. */
  end: ReactNode;
  /** Said where the first page could not be read. */
  failure?: string;
  /** Rows of the skeleton. */
  skeleton?: number;
}

/** What is shown: pages of what was asked for last, as far as they are there. */
interface Shown<Asked> {
  asked: Asked;
  chain: PageChain;
  /** Tells one list from the next. */
  key: number;
}

const never = () => false;
const byPlace = (index: number) => index;

/**
 * A long list, page after page as it is scrolled. Pages out of sight are forgotten and asked for
 * again when they return; those in sight follow live events.
 */
export function PagedRows<Asked, Row>(props: PagedRowsProps<Asked, Row>) {
  const { label, source, asked, render, empty, staysFor = never, end, skeleton = 7 } = props;
  const { failure = messages.views.failed } = props;
  const [shown, setShown] = useState<Shown<Asked> | null>(null);
  const [wanted, setWanted] = useState(false);

  const onRead = useCallback(
    (of: Asked, at: number, count: number, next: string | null) => {
      setShown((before) => {
        if (before?.asked === of) {
          const chain = pageRead(before.chain, at, count, next);
          return chain === before.chain ? before : { ...before, chain };
        }
        // The first page of what is asked for now makes another list.
        return of === asked && at === 0
          ? { asked: of, chain: pageRead(emptyChain, 0, count, next), key: (before?.key ?? 0) + 1 }
          : before;
      });
      if (at > 0) setWanted(false);
    },
    [asked],
  );
  const first = usePageReader(source, asked, undefined, 0, onRead);

  const current = shown?.asked === asked;
  const more = current && shown.chain.next !== null;
  const onNearEnd = useCallback(() => {
    if (more) setWanted(true);
  }, [more]);

  const list = ({ asked: of, chain, key }: Shown<Asked>) => {
    const renderAt = (index: number) => {
      const place = pageOf(chain, index);
      return (
        place && (
          <PageRow
            source={source}
            asked={of}
            cursor={place.page.cursor}
            number={place.number}
            at={place.at}
            onRead={onRead}
            render={render}
          />
        )
      );
    };
    return (
      <LongList
        stale={!current}
        end={
          chain.next === null ? (
            end
          ) : wanted && current ? (
            <PageBehind
              key={chain.next}
              source={source}
              asked={asked}
              cursor={chain.next}
              number={chain.pages.length}
              onRead={onRead}
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
          keyAt={byPlace}
          render={renderAt}
          onNearEnd={onNearEnd}
          lead={PAGE_SIZE}
        />
      </LongList>
    );
  };
  const failed = !current && first.failed;
  const stays = shown !== null && (current || staysFor(shown.asked, asked));
  const listed = !failed && stays ? shown : null;
  const none = listed !== null && rowsOf(listed.chain) === 0 && listed.chain.next === null;
  return (
    <>
      {failed ? (
        <PageError text={failure} onRetry={first.retry} />
      ) : listed === null ? (
        <ListSkeleton rows={skeleton} />
      ) : (
        !none && list(listed)
      )}
      <EmptyPlace>{none && empty}</EmptyPlace>
    </>
  );
}

type OnRead<Asked> = (asked: Asked, at: number, count: number, next: string | null) => void;

/** Asks for a page, and tells of it each time it was read. */
function usePageReader<Asked, Row>(
  source: PageSource<Asked, Row>,
  asked: Asked,
  cursor: string | undefined,
  number: number,
  onRead: OnRead<Asked>,
): PageAnswer<Row> {
  const answer = source.usePage(asked, cursor);
  const count = answer.rows?.length;
  const { next } = answer;
  useEffect(() => {
    if (count !== undefined) onRead(asked, number, count, next);
  }, [asked, number, count, next, onRead]);
  return answer;
}

interface PageProps<Asked, Row> {
  source: PageSource<Asked, Row>;
  asked: Asked;
  cursor: string | undefined;
  /** From 0. */
  number: number;
  onRead: OnRead<Asked>;
}

/** The page behind the last one, on its way. */
function PageBehind<Asked, Row>({ source, asked, cursor, number, onRead }: PageProps<Asked, Row>) {
  const { failed, retry } = usePageReader(source, asked, cursor, number, onRead);
  return <NextPage failure={failed ? messages.lists.failedMore : null} retry={retry} />;
}

interface PageRowProps<Asked, Row> extends PageProps<Asked, Row> {
  /** Its place on the page. */
  at: number;
  render: (row: Row) => ReactNode;
}

/** A row; its page is asked for again where it is no longer kept. */
function PageRow<Asked, Row>({
  source,
  asked,
  cursor,
  number,
  onRead,
  at,
  render,
}: PageRowProps<Asked, Row>) {
  const { rows, failed, retry } = usePageReader(source, asked, cursor, number, onRead);
  const row = rows?.[at];
  return row === undefined ? <MissingRow failed={failed} retry={retry} /> : render(row);
}
