import { Sums } from '@/components/details/Sums';
import { messages } from '@/lib/messages';
import { formatMinor } from '@/lib/money';
import type { Move } from './paymentWords';

interface FiguresProps {
  label: string;
  /** The last is the sum of the others. */
  rows: readonly Move[];
}

/** The parts of the money of a payment or a payout. */
export function Figures({ label, rows }: FiguresProps) {
  const sums = rows.map(({ label, minor, currency, note }) => ({
    label,
    value: minor === null ? messages.moneyTab.notKnown : formatMinor(minor, currency),
    details: note === undefined ? undefined : [note],
  }));
  return <Sums label={label} rows={sums.slice(0, -1)} total={sums.at(-1)} />;
}
