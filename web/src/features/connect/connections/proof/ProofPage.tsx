import { useParams } from 'react-router';
import { useAtLocation } from '@/components/location/atLocation';
import { WithLocation } from '@/components/location/WithLocation';
import { TopBar } from '@/components/navigation/TopBar';
import { messages } from '@/lib/messages';
import { useSelectedLocation } from '@/state/hooks';
import page from '../../Connect.module.css';
import { OneConnection } from '../OneConnection';
import { OneProof } from './OneProof';
import { Proofs } from './Proofs';
import { proofPath } from './proofWords';

const words = messages.connectionProof;

/** /admin-configuration/connections/:connectionID/days/:day?: whether days add up, and one of them. */
export function ProofPage() {
  const { connectionID = '', '*': days = '' } = useParams();
  const day = days.split('/')[1];
  const { posID } = useSelectedLocation('general');
  const at = useAtLocation(posID);
  const back =
    day === undefined
      ? `/admin-configuration/connections/${encodeURIComponent(connectionID)}`
      : proofPath(connectionID);
  return (
    <>
      <TopBar title={`${words.title}${at}`} back={back} />
      <div className={page.page}>
        <WithLocation choose={messages.connections.selectLocation}>
          {(location) => (
            <OneConnection
              key={`${location.posID}/${connectionID}`}
              posID={location.posID}
              connectionID={connectionID}
            >
              {(connection) =>
                day === undefined ? (
                  <Proofs connection={connection} />
                ) : (
                  <OneProof connection={connection} day={day} />
                )
              }
            </OneConnection>
          )}
        </WithLocation>
      </div>
    </>
  );
}
