import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Communication } from '@/api';
import { DetailsPane } from '@/components/details/DetailsPane';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { PageError } from '@/components/placeholder/PageError';
import { BottomSheet } from '@/components/sheet/BottomSheet';
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

interface DetailsProps {
  /** Id of the communication; `null` where none is opened. */
  id: string | null;
  onViewed: (id: string) => void;
}

/** The whole text, why it was told, and the way to what it is about, in a bottom sheet. */
export function CommunicationSheet({
  onClose,
  ...details
}: DetailsProps & { onClose: () => void }) {
  const { told } = useCommunication(details.id);
  return (
    <BottomSheet opened={details.id !== null} onClose={onClose} title={titleOf(told)}>
      <Details {...details} />
    </BottomSheet>
  );
}

/** The same beside the list, where the screen has room for both. */
export function CommunicationPane(details: DetailsProps) {
  const { told } = useCommunication(details.id);
  return (
    <DetailsPane
      title={details.id === null ? null : titleOf(told)}
      label={words.title}
      choose={words.choose}
      className={classes.pane}
    >
      <Details {...details} />
    </DetailsPane>
  );
}

function Details({ id, onViewed }: DetailsProps) {
  const { told, missing, failed, retry } = useCommunication(id);
  /** A failed try is not repeated by itself, but what joined the communication since is viewed, too. */
  const tried = useRef<string | null>(null);
  const unread = told !== undefined && !told.viewed;
  const state = `${id} ${told?.also}`;
  useEffect(() => {
    if (!unread || id === null || tried.current === state) return;
    tried.current = state;
    onViewed(id);
  }, [unread, id, state, onViewed]);
  if (told !== undefined) {
    return <Contents told={told} />;
  }
  if (missing) {
    return <EmptySection text={words.missing} next={words.missingNext} />;
  }
  return failed ? (
    <PageError text={spec.notificationsFailed} onRetry={retry} />
  ) : (
    <ListSkeleton rows={2} />
  );
}

function Contents({ told }: { told: Communication }) {
  const { list } = useLocations();
  const { posID, kind, target, dateAdded, notification, message } = told;
  const name = list.find((location) => location.posID === posID)?.name;
  const path = subjectPath({ posID, kind, target });
  const open = openWords(told);
  const reason = reasonOf(told);
  return (
    <div className={classes.contents}>
      <p className={classes.told}>{notification}</p>
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
