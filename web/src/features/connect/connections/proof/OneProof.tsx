import { isApiError } from '@/api';
import { type Connection, type Proof, useGetProofQuery } from '@/api/connect';
import { StatusBadge } from '@/components/badge/StatusBadge';
import { Card } from '@/components/data-list';
import { EmptySection } from '@/components/placeholder/EmptySection';
import { PageError } from '@/components/placeholder/PageError';
import { ListSkeleton } from '@/components/skeleton/ListSkeleton';
import { formatWeekday } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import page from '../../Connect.module.css';
import { momentText } from '../connectionWords';
import { DifferingChecks, DifferingHours } from './Differing';
import { isOff, proofBadge, proofText, shownLines } from './proofWords';
import { Sides } from './Sides';

const words = messages.connectionProof;

/** One day of a connection: both sides of each figure, and where they differ. */
export function OneProof({ connection, day }: { connection: Connection; day: string }) {
  const { posID, connectionID } = connection;
  const { currentData, isError, error, refetch } = useGetProofQuery({
    getProofRequest: { posID, connectionID, businessDate: day },
  });
  const proof = currentData?.body;
  if (proof !== undefined) return <Contents connection={connection} proof={proof} />;
  if (!isError) return <ListSkeleton rows={4} />;
  const { status } = isApiError(error) ? error : {};
  return status === 404 || status === 400 ? (
    <EmptySection text={words.missing} />
  ) : (
    <PageError error={error} text={words.failed} onRetry={() => void refetch()} />
  );
}

function Contents({ connection: { posID, pos }, proof }: { connection: Connection; proof: Proof }) {
  const name = messages.connections.names[pos];
  const title = formatWeekday(proof.businessDate);
  const lines = shownLines(proof.lines);
  return (
    <>
      <Card label={title}>
        <div className={page.head}>
          <h2 className={page.title}>{title}</h2>
          <StatusBadge {...proofBadge(proof.state)} />
        </div>
        <p className={page.text}>{proofText(proof, name)}</p>
        {proof.state === 'settling' && (
          <p className={page.hint}>{words.settles(momentText(proof.settlesAt))}</p>
        )}
        {proof.countedUntil !== null && (
          <p className={page.hint}>{words.countedUntil(name, momentText(proof.countedUntil))}</p>
        )}
        {!proof.independent && proof.lines.length > 0 && (
          <p className={page.caution}>{words.payments(name)}</p>
        )}
        {proof.state === 'differs' && isOff(proof) && <p className={page.hint}>{words.next}</p>}
      </Card>
      {lines.length > 0 && (
        <Card label={words.figures}>
          <h2 className={page.title}>{words.figures}</h2>
          <ul className={page.list} aria-label={words.figures}>
            {lines.map((line) => (
              <li key={line.figure}>
                <Sides line={line} pos={name} />
              </li>
            ))}
            {proof.posChecks !== null && proof.checks !== null && (
              <li className={page.row}>
                <span className={page.name}>{words.checks}</span>
                <span className={page.detail}>
                  {words.both(name, formatCount(proof.posChecks), formatCount(proof.checks))}
                </span>
              </li>
            )}
          </ul>
        </Card>
      )}
      <DifferingHours hours={proof.hours} />
      <DifferingChecks posID={posID} pos={name} proof={proof} />
    </>
  );
}
