import { Button } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Import } from '@/api';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { askAt, useAtLocation } from '@/components/location/atLocation';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import page from '../Connect.module.css';
import { broughtIn, broughtParts, isAny, takenBack } from '../lists/listWords';
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
function wayOut(of: Import): 'undo' | 'discard' | null {
  const { state, undoUntil } = of;
  // Guests alone stay.
  if (state === 'done')
    return undoUntil !== null && isAny(takenBack(broughtIn(of))) ? 'undo' : null;
  const hasSent = isAny(broughtIn(of));
  if (hasSent && ['sending', 'paused', 'failed'].includes(state)) return 'undo';
  return !hasSent && discardable.includes(state) ? 'discard' : null;
}

/** What an undo takes back, and what it leaves. */
function undoText(of: Import): string {
  const { undoDetail, undoLeft } = messages.importLists;
  const taken = undoDetail(broughtParts(takenBack(broughtIn(of))));
  return of.sentGuests === 0 ? taken : `${taken} ${undoLeft(formatCount(of.sentGuests))}`;
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
        description={undo ? undoText(of) : words.discardDetail}
        accept={undo ? words.undoAccept : words.discard}
        busy={busy === 'undo' || busy === 'discard'}
        onAccept={() => void accept()}
        onReject={() => setAsking(null)}
      />
    </div>
  );
}
