import { useParams } from 'react-router';
import { ConnectionPage } from './ConnectionPage';
import { ConnectionsPage } from './ConnectionsPage';

/** /admin-configuration/connections: the list; and, behind an id, one of them. */
export function Component() {
  const { connectionID } = useParams();
  return connectionID === undefined ? <ConnectionsPage /> : <ConnectionPage />;
}
