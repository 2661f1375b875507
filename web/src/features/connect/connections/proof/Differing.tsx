import { Link } from 'react-router';
import type { Proof, ProofCheck, ProofHour, ProofLine } from '@/api/connect';
import { Card } from '@/components/data-list';
import { formatTime } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import { salesHistoryPath } from '@/lib/paths';
import page from '../../Connect.module.css';
import { offText } from './proofWords';

const words = messages.connectionProof;

/** What of a slice differs, in a line. */
function differences(lines: readonly ProofLine[]): string {
  return lines
    .map(({ figure, difference }) => words.differs(words.names[figure], offText(difference)))
    .join(' · ');
}

/** The hours in which a day differs. */
export function DifferingHours({ hours }: { hours: readonly ProofHour[] }) {
  if (hours.length === 0) return null;
  return (
    <Card label={words.hours}>
      <h2 className={page.title}>{words.hours}</h2>
      <ul className={page.list} aria-label={words.hours}>
        {hours.map(({ startsAt, lines }) => (
          <li key={startsAt} className={page.row}>
            <strong className={page.name}>{words.from(formatTime(startsAt))}</strong>
            <span className={page.detail}>{differences(lines)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface DifferingChecksProps {
  posID: string;
  /** The POS by its name. */
  pos: string;
  proof: Proof;
}

/** The checks by which a day differs, the greatest difference first. */
export function DifferingChecks({
  posID,
  pos,
  proof: { differing, moreChecks },
}: DifferingChecksProps) {
  if (differing.length === 0) return null;
  return (
    <Card label={words.differing}>
      <h2 className={page.title}>{words.differing}</h2>
      <ul className={page.list} aria-label={words.differing}>
        {differing.map((check) => (
          <li key={`${check.orderID}/${check.posCheckID}`} className={page.row}>
            <CheckName posID={posID} check={check} />
            <span className={page.detail}>{stateOf(check, pos)}</span>
            <span className={page.detail}>{differences(check.lines)}</span>
          </li>
        ))}
      </ul>
      {moreChecks > 0 && <p className={page.hint}>{words.moreChecks(formatCount(moreChecks))}</p>}
    </Card>
  );
}

function CheckName({
  posID,
  check: { orderID, posCheckID },
}: {
  posID: string;
  check: ProofCheck;
}) {
  const name = words.check(orderID ?? posCheckID ?? '');
  if (posCheckID === null) return <strong className={page.name}>{name}</strong>;
  return (
    <Link className={page.name} to={salesHistoryPath({ posID, check: `${posID}/${posCheckID}` })}>
      {name}
    </Link>
  );
}

function stateOf({ orderID, posCheckID }: ProofCheck, pos: string): string {
  if (posCheckID === null) return words.onlyThere(pos);
  return orderID === null ? words.onlyHere(pos) : words.otherwise;
}
