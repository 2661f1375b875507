import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Connection } from '@/api/connect';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { Card } from '@/components/data-list';
import { messages } from '@/lib/messages';
import page from '../../Connect.module.css';
import { isBehind, lagText, momentText, stateBadge } from '../connectionWords';
import { NewToken } from '../token/NewToken';
import type { PartProps } from '../useConnectionSteps';

const words = messages.connectionWork;

/** How a connection is in plain words, and what to do about it. */
export function StateCard({ connection, steps }: PartProps) {
  const { state, pos, lacks } = connection;
  const { title, next } = textsOf(state, messages.connections.names[pos]);
  return (
    <Card label={title}>
      <div role={state === 'refused' ? 'alert' : 'status'} className={page.head}>
        <h2 className={page.title}>{title}</h2>
        <StatusBadge {...stateBadge(state)} />
      </div>
      <p className={page.hint}>{next}</p>
      <LastRead connection={connection} />
      {lacks.length > 0 && (
        <p className={page.caution}>
          {words.lacks}: {lacks.join(', ')}. {words.lacksNext}
        </p>
      )}
      {state === 'refused' && (
        <div className={page.buttons}>
          <NewToken connection={connection} steps={steps} />
        </div>
      )}
      {state === 'live' && (
        <div className={page.buttons}>
          <Button component={Link} to="/home">
            {words.home}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** When the POS was read, and how far behind that is. */
function LastRead({ connection: { state, seenAt, lagSeconds } }: { connection: Connection }) {
  const seen = `${words.seen}: ${seenAt === null ? words.neverSeen : momentText(seenAt)}`;
  if (state !== 'live' || seenAt === null) return <p className={page.hint}>{seen}</p>;
  return (
    <p className={page.hint}>
      {seen} ·{' '}
      <span className={page.lag} data-late={isBehind(lagSeconds) || undefined}>
        {lagText(lagSeconds)}
      </span>
    </p>
  );
}

function textsOf(state: Connection['state'], pos: string): { title: string; next: string } {
  if (state === 'refused') return { title: words.refused(pos), next: words.refusedNext };
  if (state === 'paused') return { title: words.paused, next: words.pausedNext };
  return { title: words.live(pos), next: words.liveNext };
}
