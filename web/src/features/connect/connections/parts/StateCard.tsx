import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Connection } from '@/api';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { Card } from '@/components/data-list';
import { type Attribute, AttributeList } from '@/components/list/AttributeList';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import page from '../../Connect.module.css';
import { isBehind, lagText, momentText, stateBadge } from '../connectionWords';
import { TokenForm } from '../token/TokenForm';
import type { PartProps } from '../useConnectionSteps';

const words = messages.connectionWork;

/** How a connection is in plain words, and what to do about it. */
export function StateCard({ connection, steps }: PartProps) {
  const { state, pos, lacks } = connection;
  const name = messages.connections.names[pos];
  const { title, next } = textsOf(state, name);
  const refused = state === 'refused';
  return (
    <Card label={title}>
      <div role={refused ? 'alert' : 'status'} className={page.head}>
        <h2 className={page.title}>{title}</h2>
        <StatusBadge {...stateBadge(state)} />
      </div>
      <p className={page.hint}>{next}</p>
      {lacks.length > 0 && (
        <p className={page.caution}>
          {words.lacks}: {lacks.join(', ')}. {words.lacksNext}
        </p>
      )}
      <AttributeList plain attributes={attributesOf(connection)} />
      <div className={page.buttons}>
        <NewToken connection={connection} steps={steps} />
        {state === 'live' && (
          <Button component={Link} to="/home">
            {words.home}
          </Button>
        )}
      </div>
    </Card>
  );
}

function textsOf(state: Connection['state'], pos: string): { title: string; next: string } {
  if (state === 'refused') return { title: words.refused(pos), next: words.refusedNext };
  if (state === 'paused') return { title: words.paused, next: words.pausedNext };
  return { title: words.live(pos), next: words.liveNext };
}

function attributesOf(connection: Connection): Attribute[] {
  const { accountName, externalName, createdAt, createdBy, seenAt, state, lagSeconds } = connection;
  const late = isBehind(lagSeconds);
  const lag = late ? <span className={page.late}>{lagText(lagSeconds)}</span> : lagText(lagSeconds);
  return [
    { label: words.account, value: accountName },
    ...(externalName === null ? [] : [{ label: words.location, value: externalName }]),
    { label: words.seen, value: seenAt === null ? words.neverSeen : momentText(seenAt) },
    ...(state === 'live' && seenAt !== null ? [{ label: words.delay, value: lag }] : []),
    { label: words.connected, value: `${momentText(createdAt)}, ${createdBy}` },
  ];
}

/** Gives the connection another token: the way on where the POS refuses the one that it has. */
function NewToken({ connection, steps: { renew, busy } }: PartProps) {
  const [opened, setOpened] = useState(false);
  const { pos, state, accountName } = connection;
  const send = async (token: string) => {
    if ((await renew(token)) !== true) return;
    setOpened(false);
    showToast({ severity: 'success', detail: words.renewed });
  };
  return (
    <>
      <Button
        variant={state === 'refused' ? 'filled' : 'default'}
        leftSection={<IconKey size={18} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {words.renew}
      </Button>
      <BottomSheet
        opened={opened}
        onClose={() => setOpened(false)}
        title={words.renewTitle(messages.connections.names[pos])}
      >
        <p className={page.sentence}>{words.renewSentence(accountName)}</p>
        <TokenForm
          pos={pos}
          submit={words.renewSubmit}
          failed={words.renewFailed}
          busy={busy === 'renew'}
          onToken={send}
        />
      </BottomSheet>
    </>
  );
}
