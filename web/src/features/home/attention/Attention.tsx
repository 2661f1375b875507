import { skipToken } from '@reduxjs/toolkit/query';
import { type Icon, IconAlertTriangle, IconInbox } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useOpenMismatches } from '@/components/payments/useMismatches';
import { messages } from '@/lib/messages';
import { formatCount } from '@/lib/numbers';
import { transactionsPath } from '@/lib/paths';
import { useLocations, useSelectedLocation } from '@/state/hooks';
import { useUnreadCounts } from '@/state/useUnread';
import classes from './Attention.module.css';

/** What waits for the person: unread messages, and payments of the shown location that need review. */
export function Attention() {
  const counts = useUnreadCounts();
  const { list } = useLocations();
  const chart = useSelectedLocation('chart').posID;
  const general = useSelectedLocation('general').posID;
  const posID = chart ?? general ?? (list.length === 1 ? list[0]?.posID : undefined);
  const { open } = useOpenMismatches(posID ?? skipToken);
  const words = messages.home;
  return (
    <nav aria-label={words.attention} className={classes.root}>
      <Waiting
        icon={IconInbox}
        label={words.unread}
        value={counts && formatCount(counts.notifications + counts.messages)}
        waits={counts !== undefined && counts.notifications + counts.messages > 0}
        to="/notifications"
      />
      <Waiting
        icon={IconAlertTriangle}
        label={words.toReview}
        value={open ? formatCount(open.count) : undefined}
        waits={open !== null && open.count > 0}
        to={transactionsPath(posID === undefined ? {} : { posID })}
      />
    </nav>
  );
}

interface WaitingProps {
  icon: Icon;
  label: string;
  /** Unknown while it loads. */
  value: string | undefined;
  /** Whether there is something to do. */
  waits: boolean;
  to: string;
}

function Waiting({ icon: WaitingIcon, label, value, waits, to }: WaitingProps) {
  return (
    <Link to={to} className={classes.item} data-waits={waits || undefined}>
      <WaitingIcon size={20} stroke={1.5} aria-hidden />
      <span className={classes.label}>{label}</span>{' '}
      <span className={classes.value}>{value ?? messages.figures.none}</span>
    </Link>
  );
}
