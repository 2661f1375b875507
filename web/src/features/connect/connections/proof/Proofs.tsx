import { useMemo } from 'react';
import type { Connection } from '@/api/connect';
import { PagedRows } from '@/components/data-list';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { messages } from '@/lib/messages';
import page from '../../Connect.module.css';
import { ProofRow } from './ProofRow';
import { proofPages } from './proofPages';

const words = messages.connectionProof;

/** All days of a connection, the latest first. */
export function Proofs({ connection }: { connection: Connection }) {
  const { posID, connectionID, pos } = connection;
  const filter = useMemo(() => ({ posID, connectionID }), [posID, connectionID]);
  const name = messages.connections.names[pos];
  return (
    <>
      <p className={page.hint}>{words.sentence(name)}</p>
      <PagedRows
        label={words.days}
        source={proofPages}
        filter={filter}
        render={(proof) => <ProofRow proof={proof} connectionID={connectionID} pos={name} />}
        empty={<EmptySection text={words.empty} />}
        end={messages.connections.end}
        skeleton={5}
      />
    </>
  );
}
