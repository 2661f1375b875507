import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { messages } from '@/lib/messages';
import { useOnline } from '@/state/network/useOnline';
import { Spinner } from '../skeleton/Spinner';
import classes from './ListEnd.module.css';

interface ListEndProps {
  role?: 'alert' | 'status';
  children: ReactNode;
}

/** The footer below the last row. */
export function ListEnd({ role, children }: ListEndProps) {
  return (
    <div className={classes.root} role={role}>
      {children}
    </div>
  );
}

interface NextPageProps {
  /** Message if it could not be read. */
  failure: string | null;
  retry: () => void;
}

/**
 * Footer of a list: the next page is loading, or could not be read. Without a network the top of the page says so; the
 * footer only that the list goes on.
 */
export function NextPage({ failure, retry }: NextPageProps) {
  const online = useOnline();
  if (failure === null) {
    return <Spinner size="sm" />;
  }
  if (!online) {
    return messages.offline.more;
  }
  return (
    <>
      {failure}
      <Button variant="default" onClick={retry}>
        {messages.widgets.retry}
      </Button>
    </>
  );
}

/** Footer of a list: loads the next page. */
export function MoreButton({ onMore }: { onMore: () => void }) {
  return (
    <Button variant="default" onClick={onMore}>
      {messages.lists.loadMore}
    </Button>
  );
}
