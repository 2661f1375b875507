import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { Card } from '@/components/data-list';
import { formatDay } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { formatCount, formatPercent, percentOf } from '@/lib/numbers';
import page from '../../Connect.module.css';
import { ProgressBar } from '../../progress/ProgressBar';
import { isComingIn } from '../past';
import type { PartProps } from '../useConnectionSteps';

const words = messages.connectionWork;
/** Today and yesterday, which are read first. */
const FIRST_DAYS = 2;

/** How much of the past is here, with pause and resume. */
export function PastCard({ connection, steps }: PartProps) {
  const { days, daysRead, daysAsked, daysSkipped, firstDate } = connection;
  const isDone = days > 0 && daysRead + daysAsked + daysSkipped >= days;
  const title = isDone
    ? words.pastDone(firstDate === null ? '' : formatDay(firstDate))
    : isComingIn(connection)
      ? words.pastTitle
      : words.pastPaused;
  const detail = daysRead < FIRST_DAYS ? words.pastBegins : words.pastDetail;
  return (
    <Card label={title}>
      <h2 className={page.title}>{title}</h2>
      {isDone ? (
        <p className={page.hint}>{words.pastDoneDetail(formatCount(daysRead))}</p>
      ) : (
        <>
          <p className={page.big}>{days === 0 ? '…' : formatPercent(percentOf(daysRead, days))}</p>
          <ProgressBar label={title} done={daysRead} total={days} />
          <p className={page.hint}>
            {days > 0 && `${words.pastOf(formatCount(daysRead), formatCount(days))}. `}
            {isComingIn(connection) && detail}
          </p>
        </>
      )}
      {daysAsked > 0 && <p className={page.caution}>{words.pastAsked(formatCount(daysAsked))}</p>}
      <PauseButton connection={connection} steps={steps} />
    </Card>
  );
}

function PauseButton({ connection: { state }, steps: { take, busy } }: PartProps) {
  if (state !== 'live' && state !== 'paused') return null;
  const step = state === 'live' ? 'pause' : 'resume';
  const Glyph = step === 'pause' ? IconPlayerPause : IconPlayerPlay;
  return (
    <div className={page.buttons}>
      <Button
        variant={step === 'pause' ? 'default' : 'filled'}
        leftSection={<Glyph size={18} aria-hidden />}
        loading={busy === step}
        onClick={() => void take(step)}
      >
        {words[step]}
      </Button>
    </div>
  );
}
