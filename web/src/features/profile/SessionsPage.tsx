import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import {
  failureText,
  isApiError,
  type OwnSession,
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useGetSessionsQuery,
} from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { TopBar } from '@/components/navigation/TopBar';
import { PageError } from '@/components/placeholder/PageError';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import classes from './ProfilePage.module.css';

const { account: words, views } = messages;

/** The session to end, or all others than the current one. */
type Ending = OwnSession | 'others';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

function nameOf({ device }: OwnSession): string {
  return device ?? words.unknownDevice;
}

/** /profile/sessions: the person's sessions, newest first. */
export function Component() {
  const { data, isError, error, refetch } = useGetSessionsQuery({ ownRequest: {} });
  const [endOne, one] = useEndSessionMutation();
  const [endOthers, others] = useEndOtherSessionsMutation();
  const [ending, setEnding] = useState<Ending | null>(null);
  const sessions = data?.body.sessionList ?? [];
  const hasOthers = sessions.some(({ current }) => !current);

  const end = async (target: Ending) => {
    try {
      if (target === 'others') await endOthers({ ownRequest: {} }).unwrap();
      else {
        await endOne({ endSessionRequest: { handle: target.handle } }).unwrap();
      }
      showToast({ severity: 'success', detail: words.ended });
    } catch (failure) {
      // The session has ended already, as requested.
      const isGone = isApiError(failure) && failure.status === 404;
      showToast(
        isGone
          ? { severity: 'success', detail: words.ended }
          : { severity: 'error', detail: failureText(failure, words.endFailed) },
      );
    }
    setEnding(null);
  };

  return (
    <>
      <TopBar swipe title={words.sessions} back="/profile" />
      <div className={classes.page}>
        {isError && !data && (
          <PageError error={error} text={views.failed} onRetry={() => void refetch()} />
        )}
        {!data && !isError && <ListSkeleton rows={2} />}
        {data && (
          <ul className={classes.list}>
            {sessions.map((session) => (
              <Row key={session.handle} session={session} onEnd={() => setEnding(session)} />
            ))}
          </ul>
        )}
        {data && !hasOthers && <p className={classes.hint}>{words.onlyThis}</p>}
        {hasOthers && (
          <Button variant="default" onClick={() => setEnding('others')}>
            {words.endOthers}
          </Button>
        )}
      </div>
      <ConfirmDialog
        sends
        opened={ending !== null}
        icon={IconLogout}
        header={
          ending === null || ending === 'others'
            ? words.endOthersQuestion
            : words.endQuestion(nameOf(ending))
        }
        description={ending === 'others' ? words.endOthersHint : words.endHint}
        accept={words.end}
        busy={one.isLoading || others.isLoading}
        onAccept={() => ending !== null && void end(ending)}
        onReject={() => setEnding(null)}
      />
    </>
  );
}

function Row({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const since = words.since(day.format(new Date(session.startedAt)));
  const used = words.lastUsed(day.format(new Date(session.lastSeenAt)));
  return (
    <li className={classes.session}>
      <div className={classes.text}>
        <p className={classes.device}>
          {nameOf(session)}
          {session.current && <StatusBadge kind="success" label={words.thisDevice} />}
        </p>
        <p className={classes.times}>{session.current ? since : `${since}, ${used}`}</p>
      </div>
      {!session.current && (
        <Button variant="default" aria-label={words.endThat(nameOf(session))} onClick={onEnd}>
          {words.end}
        </Button>
      )}
    </li>
  );
}
