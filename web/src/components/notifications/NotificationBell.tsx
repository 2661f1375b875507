import { IconBell } from '@tabler/icons-react';
import { Link } from 'react-router';
import { CountBadge } from '@/components/badge/CountBadge';
import { messages } from '@/lib/messages';
import { inboxPath } from '@/lib/paths';
import { useUnread } from '@/state/useUnread';
import classes from './NotificationBell.module.css';

/** Link to the inbox with its unread count. */
export function NotificationBell() {
  const unread = useUnread();
  const { notifications } = messages.tiles;
  const label =
    unread === 0 ? notifications : `${notifications}, ${messages.inbox.unreadCount(unread)}`;
  return (
    <Link to={inboxPath()} className={classes.root} aria-label={label}>
      <IconBell size={22} stroke={1.75} aria-hidden />
      <span className={classes.count} aria-hidden>
        <CountBadge count={unread} />
      </span>
    </Link>
  );
}
