import { useParams } from 'react-router';
import { useAtLocation } from '@/components/location/atLocation';
import { WithLocation } from '@/components/location/WithLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { messages } from '@/lib/messages';
import { useSelectedLocation } from '@/state/hooks';
import page from '../Connect.module.css';
import { ConnectionContents } from './ConnectionContents';
import { OneConnection } from './OneConnection';

const words = messages.connections;

/** /admin-configuration/connections/:connectionID: a connection, from the choice of its location to its end. */
export function ConnectionPage() {
  const { connectionID = '' } = useParams();
  const { posID } = useSelectedLocation('general');
  const at = useAtLocation(posID);
  return (
    <>
      <TopBar title={`${words.single}${at}`} back="/admin-configuration/connections" />
      <div className={page.page}>
        <WithLocation choose={words.selectLocation}>
          {(location) => (
            <OneConnection
              key={`${location.posID}/${connectionID}`}
              posID={location.posID}
              connectionID={connectionID}
            >
              {(connection) => <ConnectionContents connection={connection} />}
            </OneConnection>
          )}
        </WithLocation>
      </div>
    </>
  );
}
