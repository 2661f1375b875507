import type { Import } from '@/api';
import { SubmitBar } from '@/components/form/SubmitBar';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import page from '../Connect.module.css';
import { conflictSums } from '../questions/answers';
import type { ImportSteps } from '../useImportSteps';

const words = messages.importPreview;

interface StartFormProps {
  import: Import;
  steps: ImportSteps;
}

/** Checks that come in: without those of days that are left out. */
function checksOf({ summary, conflicts, conflictChoice }: Import): number {
  const skipped = conflictChoice === 'skip' ? conflictSums(conflicts).importChecks : 0;
  return Math.max((summary?.checks ?? 0) - skipped, 0);
}

/** The button that begins the import, pinned below the preview. */
export function StartForm({ import: of, steps: { take, busy } }: StartFormProps) {
  const checks = checksOf(of);
  const nothing =
    checks === 0 && (of.summary?.refunds ?? 0) + (of.summary?.voidedChecks ?? 0) === 0;
  return (
    <form
      className={page.pinned}
      onSubmit={(event) => {
        event.preventDefault();
        void take('start');
      }}
    >
      {nothing && <p className={page.hint}>{words.startNothing}</p>}
      <SubmitBar
        label={words.start(formatCount(checks))}
        busy={busy === 'start'}
        disabled={nothing}
      />
    </form>
  );
}
