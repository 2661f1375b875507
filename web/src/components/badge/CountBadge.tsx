import { VisuallyHidden } from '@mantine/core';
import { messages } from '@/lib/messages';
import classes from './CountBadge.module.css';

/** The largest number that is shown in full. */
const MOST = 99;

/** Number of unread items; nothing at 0. */
export function CountBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={classes.root}>
      <span aria-hidden>{count > MOST ? `${MOST}+` : count}</span>
      <VisuallyHidden>{messages.inbox.unreadCount(count)}</VisuallyHidden>
    </span>
  );
}
