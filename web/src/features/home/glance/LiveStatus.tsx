import { VisuallyHidden } from '@mantine/core';
import { TextSkeleton } from '@/components/skeleton/TextSkeleton';
import { formatClock } from '@/lib/dates';
import { messages } from '@/lib/messages';
import { selectConnection } from '@/live/slice';
import { useAppSelector } from '@/state/hooks';
import { useOnline } from '@/state/network/useOnline';
import classes from '../Home.module.css';

/** The live dot with the time of the figures: that of the stream's last sign of life, or of the last answer. */
export function LiveStatus({ answeredAt }: { answeredAt: number | null }) {
  const { connection, updatedAt } = useAppSelector(selectConnection);
  const time = Math.max(updatedAt ?? 0, answeredAt ?? 0);
  const online = useOnline();
  if (connection === 'connecting' && online) {
    return (
      <TextSkeleton>
        <StatusLine isLive time={time} />
      </TextSkeleton>
    );
  }
  return <StatusLine isLive={connection === 'live' && online} time={time} />;
}

interface StatusLineProps {
  isLive: boolean;
  /** Unix milliseconds; 0 without figures. */
  time: number;
}

/** The words of the live dot, short enough for one line with the title: `Live · 2:05 PM`. */
export function StatusLine({ isLive, time }: StatusLineProps) {
  const { live, offline, updated } = messages.live;
  return (
    <span className={classes.status}>
      <span className={classes.dot} data-live={isLive || undefined} aria-hidden />
      <span>
        {isLive ? live : offline}
        {time > 0 && (
          <>
            {' · '}
            <VisuallyHidden>{`${updated} `}</VisuallyHidden>
            {formatClock(new Date(time))}
          </>
        )}
      </span>
    </span>
  );
}
