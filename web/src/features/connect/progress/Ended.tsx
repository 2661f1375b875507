import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Import } from '@/api';
import { Card } from '@/components/data-list';
import { Placeholder } from '@/components/placeholder/Placeholder';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import page from '../Connect.module.css';
import type { ImportSteps } from '../useImportSteps';

const words = messages.importWork;

/** An import of which nothing is left but guests: undone, or discarded. */
export function Ended({ import: { state, sentGuests } }: { import: Import }) {
  const undone = state === 'undone';
  const left = sentGuests > 0 ? ` ${messages.importLists.undoLeft(formatCount(sentGuests))}` : '';
  return (
    <div role="status">
      <Placeholder
        icon={undone ? IconArrowBackUp : IconTrash}
        text={undone ? words.undone : words.discarded}
        next={undone ? `${words.undoneDetail}${left}` : words.discardedDetail}
        action={
          <Button component={Link} to="/admin-configuration/connect/upload">
            {words.again}
          </Button>
        }
      />
    </div>
  );
}

interface FailedProps {
  import: Import;
  steps: ImportSteps;
}

/** An import that cannot go on by itself: why, and another attempt, which comes second where the files can be explained. */
export function Failed({ import: of, steps: { take, busy } }: FailedProps) {
  const { error, summary, takesAnswers, tables } = of;
  const unknown = takesAnswers && summary === null && tables.length > 0;
  const title = unknown ? words.unknown : words.failed;
  return (
    <Card label={title}>
      <div role="alert">
        <h2 className={page.title}>
          <IconAlertTriangle size={18} aria-hidden color="var(--sf-bad)" /> {title}
        </h2>
        <p className={page.text}>{error ?? words.failedDetail}</p>
      </div>
      <div className={page.buttons}>
        <Button
          variant={unknown ? 'default' : 'filled'}
          loading={busy === 'resume'}
          onClick={() => void take('resume')}
        >
          {words.retry}
        </Button>
      </div>
    </Card>
  );
}
