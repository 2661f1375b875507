import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { BottomSheet } from '@/components/sheet/BottomSheet';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { SignInOffer } from '../signIn/SignInButton';
import type { PartProps } from '../useConnectionSteps';
import { type Entered, TokenForm } from './TokenForm';

const words = messages.connectionWork;

/** Gives the connection another token: the way on where the POS refuses the one that it has. */
export function NewToken({ connection, steps: { renew, busy } }: PartProps) {
  const [opened, setOpened] = useState(false);
  const { pos, posID, connectionID, state, accountName } = connection;
  const send = async (entered: Entered) => {
    if ((await renew(entered)) !== true) return;
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
        <SignInOffer pos={pos} posID={posID} connectionID={connectionID} />
        <TokenForm
          pos={pos}
          sentence={words.renewSentence(accountName)}
          submit={words.renewSubmit}
          failed={words.renewFailed}
          busy={busy === 'renew'}
          onToken={send}
        />
      </BottomSheet>
    </>
  );
}
