import { Sums } from '@/components/details/Sums';
import { formatCents } from '@/lib/money';

interface FiguresProps {
  label: string;
  /** The last is what the others make. */
  rows: readonly { label: string; cents: number }[];
}

/** What became of the money of a payment or a payout. */
export function Figures({ label, rows }: FiguresProps) {
  const sums = rows.map(({ label, cents }) => ({ label, value: formatCents(cents) }));
  return <Sums label={label} rows={sums.slice(0, -1)} total={sums.at(-1)} />;
}
