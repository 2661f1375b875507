import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type DateMove, failureText, isApiError, usePauseDateMoveMutation } from '@/api';
import { Card, ShareBar } from '@/components/data-list';
import { showToast } from '@/components/toast/toast';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import classes from './BusinessDay.module.css';

const words = messages.dateMove;
const CONFLICT = 409;

interface DateMoveCardProps {
  posID: string;
  move: DateMove;
}

/** How far sales are moved to their new business dates. */
export function DateMoveCard({ posID, move }: DateMoveCardProps) {
  const { state, seen, total } = move;
  const share = total === 0 ? 1 : seen / total;
  return (
    <Card label={words.title}>
      <p className={classes.move} role={state === 'done' ? 'status' : undefined}>
        {textOf(move)}
      </p>
      {state !== 'done' && (
        <div
          role="progressbar"
          aria-label={words.title}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.floor(share * 100)}
        >
          <ShareBar share={share} />
        </div>
      )}
      {(state === 'running' || state === 'paused') && (
        <PauseButton posID={posID} paused={state === 'paused'} />
      )}
    </Card>
  );
}

function textOf({ state, seen, total }: DateMove): string {
  if (state === 'done') return words.done;
  if (state === 'settling') return words.settling;
  const text = state === 'paused' ? words.paused : words.running;
  return text(formatCount(seen), formatCount(total));
}

function PauseButton({ posID, paused }: { posID: string; paused: boolean }) {
  const [pause, { isLoading }] = usePauseDateMoveMutation();
  const change = async () => {
    try {
      await pause({ pauseDateMoveRequest: { posID, paused: !paused } }).unwrap();
    } catch (error) {
      // It has ended, which the next answer shows.
      if (isApiError(error) && error.status === CONFLICT) return;
      showToast({ severity: 'error', detail: failureText(error, words.failed) });
    }
  };
  const Glyph = paused ? IconPlayerPlay : IconPlayerPause;
  return (
    <Button
      variant="default"
      fullWidth
      mt="sm"
      leftSection={<Glyph size={18} aria-hidden />}
      loading={isLoading}
      onClick={() => void change()}
    >
      {paused ? words.resume : words.pause}
    </Button>
  );
}
