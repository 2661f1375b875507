import type { Proof, ProofLine, ProofState } from '@/api/connect';
import type { BadgeStyle } from '@/components/badge/StatusBadge';
import { messages } from '@/lib/messages';
import { formatMoney } from '@/lib/money';

const words = messages.connectionProof;

const kinds: Readonly<Record<ProofState, BadgeStyle>> = {
  none: 'info',
  notYet: 'info',
  settling: 'info',
  equal: 'success',
  differs: 'danger',
};

/** How a day stands in words and colour. */
export function proofBadge(state: ProofState) {
  return { kind: kinds[state], label: words.states[state] };
}

/** Whether any amount of a day is not the same on both sides. */
export function isOff({ lines }: Proof): boolean {
  return lines.some(({ difference }) => difference !== 0);
}

/** How a day stands, in a line. */
export function proofText(proof: Proof, pos: string): string {
  if (proof.state === 'none') return words.none(pos);
  if (proof.checkedAt === null || proof.countedUntil === null) return words.notCompared;
  if (proof.state === 'notYet') return isOff(proof) ? words.again : words.notCounted(pos);
  if (!isOff(proof)) return proof.state === 'equal' ? words.equal : words.equalSoFar;
  const off = offText(proof.difference);
  return proof.state === 'differs' ? off : words.soFar(off);
}

/** A difference, of which the sign says on which side there is more. */
export function offText(difference: number): string {
  const amount = formatMoney(Math.abs(difference));
  return difference > 0 ? words.more(amount) : words.less(amount);
}

/** The lines that are shown of a day: those with nothing on both sides say nothing. */
export function shownLines(lines: readonly ProofLine[]): ProofLine[] {
  return lines.filter(({ theirs, ours }) => theirs !== 0 || ours !== 0);
}

/** The pages of a connection's days. */
export function proofPath(connectionID: string, day?: string): string {
  const list = `/admin-configuration/connections/${encodeURIComponent(connectionID)}/days`;
  return day === undefined ? list : `${list}/${day}`;
}
