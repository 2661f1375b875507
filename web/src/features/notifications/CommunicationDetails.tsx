import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Communication } from '@/api';
import { RowDetails } from '@/components/details/RowDetails';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { PageError } from '@/components/placeholder/PageError';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { formatTime, formatWeekday } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { subjectPath } from '@/lib/paths';
import { useLocations } from '@/state/hooks';
import { openWords, reasonOf, titleOf } from './communicationWords';
import { GuestText } from './GuestText';
import classes from './Notifications.module.css';
import { useCommunication } from './useCommunication';

const { inbox: words, notifications: spec } = messages;

interface CommunicationDetailsProps {
  /** Id of the communication; `null` if none is opened. */
  id: string | null;
  onViewed: (id: string) => void;
  onClose: () => void;
}

/** The whole text, its reason, and the link to its subject. */
export function CommunicationDetails({ id, onViewed, onClose }: CommunicationDetailsProps) {
  const { communication } = useCommunication(id);
  return (
    <RowDetails
      opened={id !== null}
      onClose={onClose}
      title={titleOf(communication)}
      className={classes.pane}
      long={false}
    >
      <Details id={id} onViewed={onViewed} />
    </RowDetails>
  );
}

function Details({ id, onViewed }: Omit<CommunicationDetailsProps, 'onClose'>) {
  const { communication, missing, failed, error, retry } = useCommunication(id);
  /** A failed try is not repeated, but events that joined the communication later are viewed, too. */
  const tried = useRef<string | null>(null);
  const unread = communication !== undefined && !communication.viewed;
  const state = `${id} ${communication?.also}`;
  useEffect(() => {
    if (!unread || id === null || tried.current === state) return;
    tried.current = state;
    onViewed(id);
  }, [unread, id, state, onViewed]);
  if (communication !== undefined) {
    return <Contents communication={communication} />;
  }
  if (missing) {
    return <EmptySection text={words.missing} next={words.missingNext} />;
  }
  return failed ? (
    <PageError error={error} text={spec.notificationsFailed} onRetry={retry} />
  ) : (
    <ListSkeleton rows={2} />
  );
}

function Contents({ communication }: { communication: Communication }) {
  const { list } = useLocations();
  const { posID, kind, target, dateAdded, notification, message } = communication;
  const name = list.find((location) => location.posID === posID)?.name;
  const path = subjectPath({ posID, kind, target });
  const open = openWords(communication);
  const reason = reasonOf(communication);
  return (
    <div className={classes.contents}>
      <p className={classes.notification}>{notification}</p>
      {target?.kind === 'text' ? (
        <GuestText posID={posID} textID={target.id} />
      ) : (
        message && <p className={classes.message}>{message}</p>
      )}
      <p className={classes.when}>
        {formatWeekday(dateAdded)}, {formatTime(dateAdded)}
        {name !== undefined && ` · ${name}`}
      </p>
      {reason !== null && <p className={classes.reason}>{reason}</p>}
      {path !== null && open !== null && (
        <Button component={Link} to={path} fullWidth mt="sm">
          {open}
        </Button>
      )}
    </div>
  );
}
