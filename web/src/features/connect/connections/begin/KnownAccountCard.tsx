import { Button, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useConnectLocationMutation } from '@/api/connect';
import { Card } from '@/components/data-list';
import { FormError } from '@/components/form/FormError';
import { RadioChoice } from '@/components/form/RadioChoice';
import { messages } from '@/lib/messages';
import page from '../../Connect.module.css';
import { refusalText } from '../../words';
import type { KnownAccount } from './useKnownAccounts';

const words = messages.connectPos;
/** The only currency that is shown. */
const DOLLARS = 'USD';

interface KnownAccountCardProps {
  /** The location that is to be connected. */
  posID: string;
  account: KnownAccount;
}

/** Connects a location by an account that another one is connected to: nothing is entered again. */
export function KnownAccountCard({ posID, account: { name, connection } }: KnownAccountCardProps) {
  const { accountName, connectionID, posID: begunAt } = connection;
  const offered = connection.offered.filter(({ currency }) => currency === DOLLARS);
  const [only] = offered.length === 1 ? offered : [];
  const [chosen, setChosen] = useState<string | null>(only?.externalID ?? null);
  const [failure, setFailure] = useState<string | null>(null);
  const [connect, { isLoading }] = useConnectLocationMutation();
  const navigate = useNavigate();
  if (offered.length === 0) return null;
  const title = words.knownAccount(name);
  const send = async () => {
    if (chosen === null) {
      setFailure(messages.connectionWork.chooseRequired);
      return;
    }
    setFailure(null);
    try {
      const request = { posID, begunAt, connectionID, externalID: chosen };
      await connect({ connectLocationRequest: request }).unwrap();
      await navigate(`/admin-configuration/connections/${encodeURIComponent(connectionID)}`, {
        replace: true,
      });
    } catch (error) {
      setFailure(refusalText(error, messages.connectionWork.connectFailed));
    }
  };
  return (
    <Card label={title}>
      <h2 className={page.title}>{title}</h2>
      <p className={page.hint}>{messages.connectionWork.chooseSentence(accountName)}</p>
      <Radio.Group aria-label={title} value={chosen} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {offered.map(({ externalID, name: label, address }) => (
            <RadioChoice
              key={externalID}
              value={externalID}
              label={label}
              detail={address ?? messages.connectionWork.currency(DOLLARS)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <FormError text={failure} />
      <div className={page.buttons}>
        <Button loading={isLoading} onClick={() => void send()}>
          {messages.connectionWork.connect}
        </Button>
      </div>
    </Card>
  );
}
