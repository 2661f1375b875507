import { Button } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import {
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

/** What is asked about: one session, or all but this one. */
type Asked = OwnSession | 'others';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

function nameOf({ device }: OwnSession): string {
  return device ?? words.unknownDevice;
}

/** /profile/sessions: where the person is signed in, newest first. */
export function Component() {
  const { data, isError, refetch } = useGetSessionsQuery({ ownRequest: {} });
  const [endOne, one] = useEndSessionMutation();
  const [endOthers, others] = useEndOtherSessionsMutation();
  const [asked, setAsked] = useState<Asked | null>(null);
  const sessions = data?.body.sessionList ?? [];
  const hasOthers = sessions.some(({ current }) => !current);

  const end = async (what: Asked) => {
    try {
      if (what === 'others') await endOthers({ ownRequest: {} }).unwrap();
      else {
        await endOne({ endSessionRequest: { handle: what.handle } }).unwrap();
      }
      showToast({ severity: 'success', detail: words.ended });
    } catch (error) {
      // It ended by itself meanwhile: what was wanted is so.
      const gone = isApiError(error) && error.status === 404;
      showToast(
        gone
          ? { severity: 'success', detail: words.ended }
          : { severity: 'error', detail: words.endFailed },
      );
    }
    setAsked(null);
  };

  return (
    <>
      <TopBar swipe title={words.sessions} back="/profile" />
      <div className={classes.page}>
        {isError && !data && <PageError text={views.failed} onRetry={() => void refetch()} />}
        {!data && !isError && <ListSkeleton rows={2} />}
        {data && (
          <ul className={classes.list}>
            {sessions.map((session) => (
              <Row key={session.handle} session={session} onEnd={() => setAsked(session)} />
            ))}
          </ul>
        )}
        {data && !hasOthers && <p className={classes.hint}>{words.onlyThis}</p>}
        {hasOthers && (
          <Button variant="default" onClick={() => setAsked('others')}>
            {words.endOthers}
          </Button>
        )}
      </div>
      <ConfirmDialog
        sends
        opened={asked !== null}
        icon={IconLogout}
        header={
          asked === null || asked === 'others'
            ? words.endOthersQuestion
            : words.endQuestion(nameOf(asked))
        }
        description={words.endHint}
        accept={words.end}
        busy={one.isLoading || others.isLoading}
        onAccept={() => asked !== null && void end(asked)}
        onReject={() => setAsked(null)}
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
