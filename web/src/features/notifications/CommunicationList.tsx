import { Anchor, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import type { Communication, Location } from '@/api';
import { ListRow, PagedRows, SectionHeading } from '@/components/data-list';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { formatLongDay, formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { useLocations } from '@/state/hooks';
import { communicationPages, type InboxEntry, type InboxSearch } from './communicationPages';
import classes from './Notifications.module.css';

const { inbox: words, notifications: spec } = messages;

interface CommunicationListProps {
  search: InboxSearch;
  /** Id of the communication whose details are shown. */
  opened: string | null;
  onOpen: (id: string) => void;
}

/** One of the two lists under its days, newest first, more as the list is scrolled. */
export function CommunicationList({ search, opened, onOpen }: CommunicationListProps) {
  const { list } = useLocations();
  const isMessages = search.list === 'messages';
  return (
    <PagedRows
      label={isMessages ? words.messages : words.notifications}
      source={communicationPages}
      asked={search}
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
      render={(entry) => <Entry entry={entry} locations={list} opened={opened} onOpen={onOpen} />}
    />
  );
}

interface EntryProps extends Pick<CommunicationListProps, 'opened' | 'onOpen'> {
  entry: InboxEntry;
  locations: readonly Location[];
}

/** A communication, under its day where it is the first of it. */
function Entry({ entry: { told, heading }, locations, opened, onOpen }: EntryProps) {
  return (
    <>
      {heading !== null && <SectionHeading>{formatLongDay(heading)}</SectionHeading>}
      <ListRow
        title={<Line told={told} />}
        detail={detailOf(told, locations)}
        value={<span className={classes.time}>{formatTime(told.dateAdded)}</span>}
        onClick={() => onOpen(told.posCommunicationID)}
        selected={told.posCommunicationID === opened}
      />
    </>
  );
}

/** The short line, with a dot while it is unread. */
function Line({ told: { notification, viewed } }: { told: Communication }) {
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

/** Where it happened, if there are several places, and how often more. */
function detailOf({ posID, also }: Communication, locations: readonly Location[]) {
  const name = locations.find((location) => location.posID === posID)?.name;
  const parts = [
    ...(locations.length > 1 && name !== undefined ? [name] : []),
    ...(also > 0 ? [words.also(also)] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' · ');
}
