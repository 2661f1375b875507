import { Title } from '@mantine/core';
import { api, type CustomerPointsRequest, type PointsEntry } from '@/api';
import { pagesOf } from '@/components/data-list';
import entries from '@/components/details/Entries.module.css';
import { Entry } from '@/components/details/Entry';
import { PagedEntries } from '@/components/details/PagedEntries';
import { dateOf, formatDay, formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatMovement } from '@/lib/points';
import { type GuestId, guestKey } from '../guests';
import { movementOf } from './pointsWords';

/** Movements of a guest's points, newest first. */
const movements = pagesOf({
  call: api.endpoints.getCustomerPoints,
  args: (customerPointsRequest: CustomerPointsRequest) => ({ customerPointsRequest }),
  rows: ({ pointsList }) => pointsList,
  size: 20,
});

const words = messages.guest;

/** Movements of a guest's points, newest first, more by a button. */
export function PointsHistory({ guest }: { guest: GuestId }) {
  const { posID, posCustomerID } = guest;
  return (
    <>
      <Title order={3} className={entries.heading}>
        {words.history}
      </Title>
      <PagedEntries
        key={guestKey(guest)}
        label={words.history}
        source={movements}
        filter={{ posID, posCustomerID }}
        render={(entry) => <Movement entry={entry} />}
        none={words.noHistory}
      />
    </>
  );
}

function Movement({ entry }: { entry: PointsEntry }) {
  const { at, points } = entry;
  return (
    <Entry
      title={movementOf(entry)}
      detail={`${formatDay(dateOf(at))}, ${formatTime(at)}`}
      value={formatMovement(points)}
      moved={points}
    />
  );
}
