import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Consent, useGetCustomerConsentsQuery } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { BottomSheet, secondSheet } from '@/components/sheet/BottomSheet';
import { Spinner } from '@/components/skeleton/Spinner';
import { messages } from '@/lib/messages';
import { useSessionID } from '@/state/hooks';
import classes from './Customers.module.css';
import { consentDetail } from './consentWords';
import type { GuestId } from './guests';

const words = messages.consents;

/** Entries a page. */
const PAGE_SIZE = 20;

interface ConsentHistoryProps {
  guest: GuestId;
  opened: boolean;
  onClose: () => void;
}

/** What a guest agreed to and refused, by which act, newest first. */
export function ConsentHistory({ guest, opened, onClose }: ConsentHistoryProps) {
  return (
    <BottomSheet
      opened={opened}
      onClose={onClose}
      title={words.history}
      zIndex={secondSheet}
      reading
    >
      {opened && <Pages guest={guest} />}
    </BottomSheet>
  );
}

function Pages({ guest }: { guest: GuestId }) {
  /** Where the pages after the first begin. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return [undefined, ...cursors].map((cursor, index) => (
    <Page
      key={cursor ?? ''}
      guest={guest}
      cursor={cursor}
      last={index === cursors.length}
      onMore={(next) => setCursors([...cursors, next])}
    />
  ));
}

interface PageProps {
  guest: GuestId;
  cursor: string | undefined;
  last: boolean;
  onMore: (cursor: string) => void;
}

function Page({ guest: { posID, posCustomerID }, cursor, last, onMore }: PageProps) {
  const sessionID = useSessionID();
  const page = cursor === undefined ? {} : { cursor };
  const { data, isError, refetch } = useGetCustomerConsentsQuery({
    customerConsentsRequest: { sessionID, posID, posCustomerID, limit: PAGE_SIZE, ...page },
  });
  if (data === undefined) {
    return (
      <div className={classes.historyEnd} role={isError ? 'alert' : 'status'}>
        {isError ? (
          <>
            {messages.views.failed}
            <Button variant="default" onClick={() => void refetch()}>
              {messages.widgets.retry}
            </Button>
          </>
        ) : (
          <Spinner size="sm" />
        )}
      </div>
    );
  }
  const { consentList, nextCursor } = data.body;
  if (consentList.length === 0 && cursor === undefined) {
    return <p className={classes.hint}>{words.none}</p>;
  }
  return (
    <>
      <ul className={classes.entries} aria-label={words.history}>
        {consentList.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are told apart by their place only.
          <Entry key={index} entry={entry} />
        ))}
      </ul>
      {last && nextCursor !== null && (
        <div className={classes.historyEnd}>
          <Button variant="default" onClick={() => onMore(nextCursor)}>
            {messages.guestList.loadMore}
          </Button>
        </div>
      )}
    </>
  );
}

function Entry({ entry }: { entry: Consent }) {
  const { channel, granted } = entry;
  return (
    <li className={classes.movement}>
      <span className={classes.entryText}>
        <span className={classes.entryTitle}>{words[channel]}</span>
        <span className={classes.entryDetail}>{consentDetail(entry)}</span>
      </span>
      <StatusBadge kind={granted ? 'success' : 'danger'} label={granted ? words.yes : words.no} />
    </li>
  );
}
