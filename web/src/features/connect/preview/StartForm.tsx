import type { Import } from '@/api';
import { SubmitBar } from '@/components/form/SubmitBar';
import { messages } from '@/lib/messages';
import page from '../Connect.module.css';
import { type Brought, broughtBy, broughtParts, isAny } from '../lists/listWords';
import { conflictSums } from '../questions/answers';
import type { ImportSteps } from '../useImportSteps';

const words = messages.importPreview;

interface StartFormProps {
  import: Import;
  steps: ImportSteps;
}

/** What comes in: without checks of days that are left out. */
function comingOf({ summary, conflicts, conflictChoice }: Import): Brought {
  if (summary === null) return { checks: 0, shifts: 0, items: 0, guests: 0 };
  const skipped = conflictChoice === 'skip' ? conflictSums(conflicts).importChecks : 0;
  return { ...broughtBy(summary), checks: Math.max(summary.checks - skipped, 0) };
}

/** The button that begins the import, pinned below the preview. */
export function StartForm({ import: of, steps: { take, busy } }: StartFormProps) {
  const coming = comingOf(of);
  const nothing =
    !isAny(coming) && (of.summary?.refunds ?? 0) + (of.summary?.voidedChecks ?? 0) === 0;
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
        label={messages.importLists.start(broughtParts(coming))}
        busy={busy === 'start'}
        disabled={nothing}
      />
    </form>
  );
}
