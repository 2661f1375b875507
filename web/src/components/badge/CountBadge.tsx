import { VisuallyHidden } from '@mantine/core';
import { messages } from '@/lib/messages';
import classes from './CountBadge.module.css';

/** The largest number that is shown as it is. */
const MOST = 99;

/** How many are unread; nothing where there is none. */
export function CountBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={classes.root}>
      <span aria-hidden>{count > MOST ? `${MOST}+` : count}</span>
      <VisuallyHidden>{messages.inbox.unreadCount(count)}</VisuallyHidden>
    </span>
  );
}
