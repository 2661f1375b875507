import { Button, Title } from '@mantine/core';
import { useState } from 'react';
import { type PointsEntry, useGetCustomerPointsQuery } from '@/api';
import { Spinner } from '@/components/skeleton/Spinner';
import { dateOf, formatDay, formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMovement } from '@/lib/points';
import { useSessionID } from '@/state/hooks';
import classes from './Customers.module.css';
import { type GuestId, guestKey } from './guests';
import { movementOf } from './rewards';

/** Movements a page. */
const PAGE_SIZE = 20;

/** What moved a guest's points, newest first, more by hand. */
export function PointsHistory({ guest }: { guest: GuestId }) {
  return (
    <>
      <Title order={3} className={classes.heading}>
        {messages.guest.history}
      </Title>
      <Pages key={guestKey(guest)} guest={guest} />
    </>
  );
}

function Pages({ guest }: { guest: GuestId }) {
  /** Where the pages after the first begin. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return [undefined, ...cursors].map((cursor, index) => (
    <HistoryPage
      key={cursor ?? ''}
      guest={guest}
      cursor={cursor}
      last={index === cursors.length}
      onMore={(next) => setCursors([...cursors, next])}
    />
  ));
}

interface HistoryPageProps {
  guest: GuestId;
  cursor: string | undefined;
  last: boolean;
  onMore: (cursor: string) => void;
}

function HistoryPage({ guest, cursor, last, onMore }: HistoryPageProps) {
  const sessionID = useSessionID();
  const { posID, posCustomerID } = guest;
  const page = cursor === undefined ? {} : { cursor };
  const { data, isError, refetch } = useGetCustomerPointsQuery({
    customerPointsRequest: { sessionID, posID, posCustomerID, limit: PAGE_SIZE, ...page },
  });
  const words = messages.guest;
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
  const { pointsList, nextCursor } = data.body;
  if (pointsList.length === 0 && cursor === undefined) {
    return <p className={classes.hint}>{words.noHistory}</p>;
  }
  return (
    <>
      <ul className={classes.entries} aria-label={words.history}>
        {pointsList.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: movements are told apart by their place only.
          <Movement key={index} entry={entry} />
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

function Movement({ entry }: { entry: PointsEntry }) {
  const { at, points } = entry;
  return (
    <li className={classes.movement}>
      <span className={classes.entryText}>
        <span className={classes.entryTitle}>{movementOf(entry)}</span>
        <span className={classes.entryDetail}>
          {formatDay(dateOf(at))}, {formatTime(at)}
        </span>
      </span>
      <span className={classes.moved} data-sign={Math.sign(points)}>
        {formatMovement(points)}
      </span>
    </li>
  );
}
