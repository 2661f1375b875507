import { Button } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Import } from '@/api';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { askAt, useAtLocation } from '@/components/location/atLocation';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import page from '../Connect.module.css';
import { endUpload } from '../upload/uploads';
import type { ImportSteps } from '../useImportSteps';

const words = messages.importWork;

interface EndButtonsProps {
  import: Import;
  steps: ImportSteps;
}

/** States that are left by discarding, as long as nothing came in. */
const discardable = ['uploading', 'judging', 'asking', 'ready', 'preparing', 'paused', 'failed'];

/** Which way an import can be ended now; `null` if there is none. */
function wayOut({ state, sentChecks, undoUntil }: Import): 'undo' | 'discard' | null {
  if (state === 'done') return undoUntil === null ? null : 'undo';
  const hasSent = sentChecks > 0;
  if (hasSent && ['sending', 'paused', 'failed'].includes(state)) return 'undo';
  return !hasSent && discardable.includes(state) ? 'discard' : null;
}

/** Undoes an import that brought something, or discards one that did not, after a question. */
export function EndButtons({ import: of, steps: { take, busy } }: EndButtonsProps) {
  const [asking, setAsking] = useState<'undo' | 'discard' | null>(null);
  const at = useAtLocation(of.posID);
  const way = wayOut(of);
  if (way === null) return null;
  const undo = (asking ?? way) === 'undo';
  const accept = async () => {
    if (!undo) endUpload(of.importID);
    await take(undo ? 'undo' : 'discard');
    setAsking(null);
  };
  const Glyph = undo ? IconArrowBackUp : IconTrash;
  return (
    <div className={page.end}>
      <Button
        variant="subtle"
        c="var(--sf-brand-text)"
        leftSection={<Glyph size={18} aria-hidden />}
        onClick={() => setAsking(way)}
      >
        {way === 'undo' ? words.undo : words.discard}
      </Button>
      <ConfirmDialog
        sends
        opened={asking !== null}
        icon={Glyph}
        header={askAt(undo ? words.undoQuestion : words.discardQuestion, at)}
        description={undo ? words.undoDetail(formatCount(of.sentChecks)) : words.discardDetail}
        accept={undo ? words.undoAccept : words.discard}
        busy={busy === 'undo' || busy === 'discard'}
        onAccept={() => void accept()}
        onReject={() => setAsking(null)}
      />
    </div>
  );
}
