import type { ProofLine } from '@/api/connect';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';
import page from '../../Connect.module.css';
import { offText } from './proofWords';

const words = messages.connectionProof;

/** A figure on both sides, with the difference if there is one. */
export function Sides({
  line: { figure, theirs, ours, difference },
  pos,
}: {
  line: ProofLine;
  pos: string;
}) {
  return (
    <div className={page.row}>
      <span className={page.name}>{words.names[figure]}</span>
      <span className={page.value}>{formatMoney(ours)}</span>
      {difference === 0 ? (
        <span className={page.detail}>{words.same(pos)}</span>
      ) : (
        <span className={page.detail} data-tone="bad">
          {words.theirs(pos, formatMoney(theirs))} · {offText(difference)}
        </span>
      )}
    </div>
  );
}
