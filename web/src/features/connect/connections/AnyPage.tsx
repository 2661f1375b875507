import { useParams } from 'react-router';
import { ConnectionPage } from './ConnectionPage';
import { ConnectionsPage } from './ConnectionsPage';
import { ProofPage } from './proof/ProofPage';

/** /admin-configuration/connections: the list; behind an id, one of them; behind that, its days. */
export function Component() {
  const { connectionID, '*': days } = useParams();
  if (connectionID === undefined) return <ConnectionsPage />;
  return days ? <ProofPage /> : <ConnectionPage />;
}
