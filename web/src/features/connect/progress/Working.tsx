import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { Import } from '@/api';
import { Card } from '@/components/data-list';
import { messages } from '@/lib/messages';
import { formatCount, formatPercent, percentOf } from '@/lib/numbers';
import page from '../Connect.module.css';
import { broughtIn, broughtParts, isAny } from '../lists/listWords';
import type { ImportSteps } from '../useImportSteps';
import { ProgressBar } from './ProgressBar';

const words = messages.importWork;

interface WorkingProps {
  import: Import;
  steps: ImportSteps;
}

/** Titles of works, and what to know meanwhile. */
function textsOf(of: Import): { title: string; detail: string } {
  const brought = broughtIn(of);
  switch (of.state) {
    case 'preparing':
      return { title: words.preparing, detail: words.undoingDetail };
    case 'sending':
      return { title: words.sending, detail: words.sendingDetail };
    case 'paused':
      return {
        title: words.paused,
        detail: isAny(brought) ? words.pausedDetail(broughtParts(brought)) : words.pausedNothing,
      };
    case 'takingOut':
      return { title: messages.importOverlaps.takingOut, detail: words.undoingDetail };
    case 'undoing':
      return { title: words.undoing, detail: words.undoingDetail };
    default:
      return { title: words.judging, detail: words.judgingDetail };
  }
}

/** Work on an import: how far it is, pause and resume. */
export function Working({ import: of, steps: { take, busy } }: WorkingProps) {
  const { state, progress } = of;
  const { title, detail } = textsOf(of);
  const { phase, done, total } = progress ?? { phase: '', done: 0, total: 0 };
  return (
    <Card label={title}>
      <div role="status">
        <h2 className={page.title}>{title}</h2>
      </div>
      <p className={page.big}>{total === 0 ? '…' : formatPercent(percentOf(done, total))}</p>
      <ProgressBar label={title} done={done} total={total} />
      <p className={page.hint}>
        {/* The reading is counted in percent. */}
        {total > 0 &&
          phase !== 'reading' &&
          `${words.progress(formatCount(done), formatCount(total))}. `}
        {detail}
      </p>
      {(state === 'preparing' || state === 'sending') && (
        <div className={page.buttons}>
          <Button
            variant="default"
            leftSection={<IconPlayerPause size={18} aria-hidden />}
            loading={busy === 'pause'}
            onClick={() => void take('pause')}
          >
            {words.pause}
          </Button>
        </div>
      )}
      {state === 'paused' && (
        <div className={page.buttons}>
          <Button
            leftSection={<IconPlayerPlay size={18} aria-hidden />}
            loading={busy === 'resume'}
            onClick={() => void take('resume')}
          >
            {words.resume}
          </Button>
        </div>
      )}
    </Card>
  );
}
