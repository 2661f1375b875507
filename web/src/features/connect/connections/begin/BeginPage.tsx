import { useParams } from 'react-router';
import { Redirect } from '@/components/navigation/Redirect';
import { PosPage } from './PosPage';
import { posSystems } from './posSystems';
import { TokenPage } from './TokenPage';

/** /admin-configuration/connect/pos: the POS systems that can be connected; and, behind one's name, its token. */
export function Component() {
  const { pos: wanted } = useParams();
  if (wanted === undefined) return <PosPage />;
  const pos = posSystems.find((known) => known === wanted);
  if (pos === undefined) return <Redirect to="/admin-configuration/connect/pos" />;
  return <TokenPage pos={pos} />;
}
