import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { askAt, useAtLocation } from '@/components/location/atLocation';
import { messages } from '@/lib/messages';
import page from '../../Connect.module.css';
import type { PartProps } from '../useConnectionSteps';

const words = messages.connectionWork;

/** Ends a connection, after a question that says what stays and what is deleted. */
export function EndButton({ connection, steps: { take, busy } }: PartProps) {
  const [asking, setAsking] = useState(false);
  const { state, pos, posID } = connection;
  const at = useAtLocation(posID);
  const isChoosing = state === 'choosing';
  const question = isChoosing
    ? words.dropQuestion
    : words.disconnectQuestion(messages.connections.names[pos]);
  const accept = async () => {
    await take('end');
    setAsking(false);
  };
  return (
    <div className={page.end}>
      <Button
        variant="subtle"
        c="var(--sf-brand-text)"
        leftSection={<IconPlugConnectedX size={18} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {isChoosing ? words.drop : words.disconnect}
      </Button>
      <ConfirmDialog
        sends
        opened={asking}
        icon={IconPlugConnectedX}
        header={askAt(question, at)}
        description={isChoosing ? words.dropDetail : words.disconnectDetail}
        accept={isChoosing ? words.drop : words.disconnect}
        busy={busy === 'end'}
        onAccept={() => void accept()}
        onReject={() => setAsking(false)}
      />
    </div>
  );
}
