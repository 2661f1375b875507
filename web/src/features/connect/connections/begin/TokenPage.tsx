import { useNavigate } from 'react-router';
import { type ConnectablePos, useCreateConnectionMutation } from '@/api';
import { Card } from '@/components/data-list';
import { useAtLocation } from '@/components/location/atLocation';
import { LocationStrip } from '@/components/location/LocationStrip';
import { WithLocation } from '@/components/location/WithLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { messages } from '@/lib/messages';
import { useLocations, useSelectedLocation } from '@/state/hooks';
import page from '../../Connect.module.css';
import { LocationForm } from '../../location/LocationForm';
import { TokenForm } from '../token/TokenForm';

const words = messages.connectPos;

/** The token of an account. A person without a location of their own makes one first. */
export function TokenPage({ pos }: { pos: ConnectablePos }) {
  const { list, loaded } = useLocations();
  const { posID } = useSelectedLocation('general');
  const at = useAtLocation(posID);
  const title = words.tokenTitle(messages.connections.names[pos]);
  return (
    <>
      <TopBar title={`${title}${at}`} back="/admin-configuration/connect/pos" />
      <div className={page.page}>
        {loaded && list.every(({ isSample }) => isSample) ? (
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
  const send = async (token: string) => {
    try {
      const { body } = await create({ createConnectionRequest: { posID, pos, token } }).unwrap();
      const to = `/admin-configuration/connections/${encodeURIComponent(body.connectionID)}`;
      await navigate(to, { replace: true });
    } finally {
      // The store keeps the arguments of a call until then.
      reset();
    }
  };
  return (
    <Card label={words.tokenTitle(messages.connections.names[pos])}>
      <TokenForm
        pos={pos}
        submit={words.submit}
        failed={words.createFailed}
        busy={isLoading}
        onToken={send}
      />
    </Card>
  );
}
