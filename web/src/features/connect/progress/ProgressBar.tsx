import { ShareBar } from '@/components/data-list';
import { formatCount, percentOf } from '@/lib/numbers';

interface ProgressBarProps {
  label: string;
  done: number;
  /** 0: not known yet. */
  total: number;
}

/** How far a work is; the text beside it says it too. */
export function ProgressBar({ label, done, total }: ProgressBarProps) {
  const percent = Math.min(percentOf(done, total), 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      // Without a total it is only known that something goes on.
      aria-valuenow={total === 0 ? undefined : percent}
      aria-valuetext={total === 0 ? undefined : `${formatCount(percent)}%`}
    >
      <ShareBar share={total === 0 ? 0 : done / total} />
    </div>
  );
}
