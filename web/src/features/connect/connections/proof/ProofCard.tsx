import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { type Connection, useGetProofsQuery } from '@/api/connect';
import { Card } from '@/components/data-list';
import { PageError } from '@/components/placeholder/PageError';
import { messages } from '@/lib/messages';
import page from '../../Connect.module.css';
import { ProofRow } from './ProofRow';
import { proofPath } from './proofWords';

const words = messages.connectionProof;
/** The latest days, which the card shows. */
const DAYS = 4;

/** Whether the latest days are what the POS itself counted; nothing before a day came in. */
export function ProofCard({ connection }: { connection: Connection }) {
  const { posID, connectionID, pos } = connection;
  const { currentData, isError, error, refetch } = useGetProofsQuery({
    getProofsRequest: { posID, connectionID, limit: DAYS },
  });
  const days = currentData?.body.proofList;
  if (days === undefined && isError) {
    return <PageError error={error} text={words.failed} onRetry={() => void refetch()} />;
  }
  if (days === undefined || days.length === 0) return null;
  const name = messages.connections.names[pos];
  return (
    <Card label={words.title}>
      <h2 className={page.title}>{words.title}</h2>
      <p className={page.hint}>
        {days.some(({ independent }) => independent) ? words.sentence(name) : words.payments(name)}
      </p>
      <ul className={page.list} aria-label={words.days}>
        {days.map((proof) => (
          <li key={proof.businessDate}>
            <ProofRow proof={proof} connectionID={connectionID} pos={name} />
          </li>
        ))}
      </ul>
      <div className={page.buttons}>
        <Button component={Link} variant="default" to={proofPath(connectionID)}>
          {words.all}
        </Button>
      </div>
    </Card>
  );
}
