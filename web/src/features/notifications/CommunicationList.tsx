import { Anchor, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { api, type Communication, type CommunicationsRequest, type Location } from '@/api';
import { type ListFilter, ListRow, PagedRows, pagesOf } from '@/components/data-list';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { dateOf, formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { useLocations } from '@/state/hooks';
import classes from './Notifications.module.css';

const { inbox: words, notifications: spec } = messages;

/** Which communications: one of the two lists, of a location or of all. */
export type InboxFilter = ListFilter<CommunicationsRequest>;

/** Communications, newest first. */
export const communications = pagesOf({
  call: api.endpoints.getCommunications,
  args: (communicationsRequest: CommunicationsRequest) => ({ communicationsRequest }),
  rows: ({ communicationList }) => communicationList,
  keyOf: ({ posCommunicationID }) => posCommunicationID,
  dayOf: ({ dateAdded }) => dateOf(dateAdded),
  refetchFirst: { refetchOnFocus: true, refetchOnReconnect: true },
});

interface CommunicationListProps {
  filter: InboxFilter;
  /** Id of the communication whose details are shown. */
  opened: string | null;
  onOpen: (id: string) => void;
}

/** One of the two lists by day, newest first, more as the list is scrolled. */
export function CommunicationList({ filter, opened, onOpen }: CommunicationListProps) {
  const { list } = useLocations();
  const isMessages = filter.list === 'messages';
  return (
    <PagedRows
      label={isMessages ? words.messages : words.notifications}
      source={communications}
      filter={filter}
      failure={isMessages ? spec.messagesFailed : spec.notificationsFailed}
      empty={
        <EmptySection
          text={isMessages ? spec.noMessages : spec.noNotifications}
          next={isMessages ? words.messagesNext : words.notificationsNext}
          action={
            <Anchor
              component={Link}
              to="/admin-configuration/notification-rules"
              className={classes.link}
            >
              {words.rules}
            </Anchor>
          }
        />
      }
      end={words.end}
      render={(communication) => (
        <Row communication={communication} locations={list} opened={opened} onOpen={onOpen} />
      )}
    />
  );
}

interface RowProps extends Pick<CommunicationListProps, 'opened' | 'onOpen'> {
  communication: Communication;
  locations: readonly Location[];
}

function Row({ communication, locations, opened, onOpen }: RowProps) {
  const { posCommunicationID, dateAdded } = communication;
  return (
    <ListRow
      title={<Line communication={communication} />}
      detail={detailOf(communication, locations)}
      value={<span className={classes.time}>{formatTime(dateAdded)}</span>}
      onClick={() => onOpen(posCommunicationID)}
      selected={posCommunicationID === opened}
    />
  );
}

/** The short line, with a dot while it is unread. */
function Line({ communication: { notification, viewed } }: { communication: Communication }) {
  return (
    <span className={classes.line} data-unread={!viewed || undefined}>
      {!viewed && (
        <>
          <span className={classes.dot} aria-hidden />
          <VisuallyHidden>{words.unread}: </VisuallyHidden>
        </>
      )}
      {notification}
    </span>
  );
}

/** The location if there are several, and the number of repetitions. */
function detailOf({ posID, also }: Communication, locations: readonly Location[]) {
  const name = locations.find((location) => location.posID === posID)?.name;
  const parts = [
    ...(locations.length > 1 && name !== undefined ? [name] : []),
    ...(also > 0 ? [words.also(also)] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' · ');
}
