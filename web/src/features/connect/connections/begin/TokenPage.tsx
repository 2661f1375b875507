import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type ConnectablePos, useCreateConnectionMutation } from '@/api/connect';
import { Card } from '@/components/data-list';
import { useAtLocation } from '@/components/location/atLocation';
import { LocationStrip } from '@/components/location/LocationStrip';
import { WithLocation } from '@/components/location/WithLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { messages } from '@/lib/messages';
import { useLocations, useSelectedLocation } from '@/state/hooks';
import page from '../../Connect.module.css';
import { LocationForm } from '../../location/LocationForm';
import { backFrom, ReturnCard } from '../signIn/ReturnCard';
import { SignInButton, useSignsIn } from '../signIn/SignInButton';
import { type Entered, TokenForm } from '../token/TokenForm';
import { KnownAccountCard } from './KnownAccountCard';
import { useKnownAccounts } from './useKnownAccounts';

const words = messages.connectPos;

/** Access to an account: by its POS's page, or by a token. A person without a location of their own makes one first. */
export function TokenPage({ pos }: { pos: ConnectablePos }) {
  const { list, loaded } = useLocations();
  const { posID } = useSelectedLocation('general');
  const at = useAtLocation(posID);
  const title = words.tokenTitle(messages.connections.names[pos]);
  const [search, setSearch] = useSearchParams();
  const [back] = useState(() => backFrom(search));
  const isBack = back !== null && search.has('state');
  return (
    <>
      <TopBar title={`${title}${at}`} back="/admin-configuration/connect/pos" />
      <div className={page.page}>
        {isBack ? (
          <ReturnCard pos={pos} back={back} onAgain={() => setSearch({}, { replace: true })} />
        ) : loaded && list.every(({ isSample }) => isSample) ? (
          <LocationForm />
        ) : (
          <>
            <LocationStrip variant="general" />
            <WithLocation choose={words.selectLocation}>
              {(location) => (
                <NewConnection key={location.posID} pos={pos} posID={location.posID} />
              )}
            </WithLocation>
          </>
        )}
      </div>
    </>
  );
}

function NewConnection({ pos, posID }: { pos: ConnectablePos; posID: string }) {
  const [create, { isLoading, reset }] = useCreateConnectionMutation();
  const navigate = useNavigate();
  const signsIn = useSignsIn(pos);
  const known = useKnownAccounts(pos, posID);
  const [byToken, setByToken] = useState(false);
  const name = messages.connections.names[pos];
  const send = async (entered: Entered) => {
    try {
      const { body } = await create({
        createConnectionRequest: { posID, pos, ...entered },
      }).unwrap();
      const to = `/admin-configuration/connections/${encodeURIComponent(body.connectionID)}`;
      await navigate(to, { replace: true });
    } finally {
      // The store keeps the arguments of a call until then.
      reset();
    }
  };
  const form = (
    <TokenForm
      pos={pos}
      submit={words.submit}
      failed={words.createFailed}
      busy={isLoading}
      isFirst
      onToken={send}
    />
  );
  if (signsIn === null || known === null) return <ListSkeleton rows={2} />;
  const entry = (
    <Card label={words.tokenTitle(name)}>
      {signsIn ? (
        <>
          <p className={page.sentence}>{messages.posSignIn.sentence(name)}</p>
          <div className={page.buttons}>
            <SignInButton pos={pos} posID={posID} />
            <Button
              variant="subtle"
              fullWidth
              aria-expanded={byToken}
              onClick={() => setByToken(!byToken)}
            >
              {messages.posSignIn.byToken}
            </Button>
          </div>
          {byToken && form}
        </>
      ) : (
        form
      )}
    </Card>
  );
  return (
    <>
      {known.map((account) => (
        <KnownAccountCard key={account.connection.connectionID} posID={posID} account={account} />
      ))}
      {entry}
    </>
  );
}
