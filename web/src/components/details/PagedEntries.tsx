import { type Key, type ReactNode, useState } from 'react';
import { messages } from '@/lib/messages';
import type { PageSource } from '../data-list';
import { ListEnd, MoreButton, NextPage } from '../list/ListEnd';
import entries from './Entries.module.css';

interface PagedEntriesProps<Asked, Entry> {
  label: string;
  source: PageSource<Asked, Entry>;
  /** Whose entries; where that changes, the list takes another key. */
  asked: Asked;
  /** Without it entries are told apart by their place. */
  keyOf?: (entry: Entry) => Key;
  render: (entry: Entry) => ReactNode;
  /** Said instead of a list without entries. */
  none: string;
}

/** A list inside of details, page after page by hand. */
export function PagedEntries<Asked, Entry>(props: PagedEntriesProps<Asked, Entry>) {
  /** Where the pages after the first begin. */
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

interface PageProps<Asked, Entry> extends PagedEntriesProps<Asked, Entry> {
  cursor: string | undefined;
  last: boolean;
  onMore: (cursor: string) => void;
}

function Page<Asked, Entry>(props: PageProps<Asked, Entry>) {
  const { label, source, asked, keyOf, render, none, cursor, last, onMore } = props;
  const { rows, next, failed, retry } = source.usePage(asked, cursor);
  if (rows === undefined) {
    return (
      <ListEnd role={failed ? 'alert' : 'status'}>
        <NextPage failure={failed ? messages.views.failed : null} retry={retry} />
      </ListEnd>
    );
  }
  if (rows.length === 0 && cursor === undefined) {
    return <p className={entries.hint}>{none}</p>;
  }
  return (
    <>
      <ul className={entries.list} aria-label={label}>
        {rows.map((entry, index) => (
          <li key={keyOf?.(entry) ?? index}>{render(entry)}</li>
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
