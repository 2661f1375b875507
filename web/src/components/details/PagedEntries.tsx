import { type ReactNode, useState } from 'react';
import { failureText } from '@/api';
import { messages } from '@/lib/messages';
import type { PageSource } from '../data-list';
import { ListEnd, MoreButton, NextPage } from '../list/ListEnd';
import entries from './Entries.module.css';

interface PagedEntriesProps<Filter, Entry> {
  label: string;
  source: PageSource<Filter, Entry>;
  /** Selects the entries; a list with another filter needs another key. */
  filter: Filter;
  render: (entry: Entry) => ReactNode;
  /** Shown instead of a list without entries. */
  none: ReactNode;
}

/** A list inside of details; a button loads each further page. */
export function PagedEntries<Filter, Entry>(props: PagedEntriesProps<Filter, Entry>) {
  /** Cursors of the pages after the first. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return [undefined, ...cursors].map((cursor, index) => (
    <Page
      {...props}
      key={cursor ?? ''}
      cursor={cursor}
      last={index === cursors.length}
      onMore={(next) => setCursors([...cursors, next])}
    />
  ));
}

interface PageProps<Filter, Entry> extends PagedEntriesProps<Filter, Entry> {
  cursor: string | undefined;
  last: boolean;
  onMore: (cursor: string) => void;
}

function Page<Filter, Entry>(props: PageProps<Filter, Entry>) {
  const { label, source, filter, render, none, cursor, last, onMore } = props;
  const { rows, next, failed, error, retry } = source.usePage(filter, cursor);
  if (rows === undefined) {
    return (
      <ListEnd role={failed ? 'alert' : 'status'}>
        <NextPage
          failure={failed ? failureText(error, messages.views.failed) : null}
          retry={retry}
        />
      </ListEnd>
    );
  }
  if (rows.length === 0 && cursor === undefined) {
    return typeof none === 'string' ? <p className={entries.hint}>{none}</p> : none;
  }
  return (
    <>
      <ul className={entries.list} aria-label={label}>
        {rows.map((entry, index) => (
          <li key={source.keyOf?.(entry) ?? index}>{render(entry)}</li>
        ))}
      </ul>
      {last && next !== null && (
        <ListEnd>
          <MoreButton onMore={() => onMore(next)} />
        </ListEnd>
      )}
    </>
  );
}
